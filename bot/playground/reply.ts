import type { Phrase } from '#core/domain/rendered.ts';

/** What the server itself says, at once: refusals of a request. All else is a delivery. */
const replies = {
  wrong_host: {
    en: 'This address is not the one that Anchr listens on. Open the address printed at start.',
    zh: '该地址不是 Anchr 监听的地址，请打开启动时显示的地址。',
  },
  wrong_origin: {
    en: 'Another site may not send requests here.',
    zh: '不允许其他网站向这里发送请求。',
  },
  no_session: {
    en: 'Open the address that Anchr printed at start (it ends in ?token=…) in this browser once. Then this page opens.',
    zh: '请先在此浏览器中打开 Anchr 启动时显示的地址（以 ?token=… 结尾），之后即可打开本页。',
  },
  not_there: { en: 'There is nothing here.', zh: '这里没有内容。' },
  malformed: {
    en: 'That request could not be read.',
    zh: '无法读取该请求。',
  },
  message_too_long: {
    en: 'That message is too long to be sent.',
    zh: '消息太长，无法发送。',
  },
  file_too_large: {
    en: 'That file is too large. Share a smaller one, or split it.',
    zh: '文件太大，请分享较小的文件或将其拆分。',
  },
  too_many_files: {
    en: 'At most 10 files can be shared at once.',
    zh: '一次最多分享 10 个文件。',
  },
  upload_expired: {
    en: 'The upload is no longer there. Choose the files again.',
    zh: '上传的文件已不在，请重新选择。',
  },
  disk_full: {
    en: 'The disk is full, so the file could not be kept. Free some space and send it again.',
    zh: '磁盘已满，无法保存文件。请清理空间后重新发送。',
  },
  not_stored: {
    en: 'That could not be stored just now. Nothing was sent; please try again.',
    zh: '暂时无法保存，消息未发送，请重试。',
  },
  no_trace: {
    en: 'How this was found is not kept any more.',
    zh: '该回答的查找过程已不再保留。',
  },
} as const satisfies Readonly<Record<string, Phrase>>;

export type ReplyCode = keyof typeof replies;

/** A refusal as the page reads it: the code and one sentence in each language. */
export const reply = (
  code: ReplyCode,
): { readonly code: ReplyCode; readonly sentence: Phrase } => ({
  code,
  sentence: replies[code],
});
