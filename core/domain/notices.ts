import type { Phrase } from './rendered.ts';

/**
 * Fixed sentences of the bot, by the code of a notice. `{detail}` is replaced by the first line of the
 * notice's detail; further lines are shown below the sentence.
 */
const notices = {
  help: {
    en: 'Drop files to index them, then ask about them. Reply in a thread to follow up.',
    zh: '拖入文件即可建立索引，然后直接提问；在话题中回复即可追问。',
  },
  documents: { en: '{detail} in this channel:', zh: '本频道的文档（{detail}）：' },
  no_documents: {
    en: 'Nothing is indexed in this channel yet. Drop a file here to begin.',
    zh: '本频道还没有已索引的文档。把文件拖到这里即可开始。',
  },
  status: { en: 'This channel right now:', zh: '本频道当前状态：' },
  why: { en: 'How the last answer was found:', zh: '上一个回答的查找过程：' },
  nothing_to_explain: {
    en: 'There is no answer here yet to explain.',
    zh: '这里还没有可以说明的回答。',
  },
  nothing_to_stop: { en: 'Nothing is running here.', zh: '这里没有正在运行的任务。' },
  already_finished: {
    en: 'That had finished before it could be stopped.',
    zh: '停止之前任务已经完成。',
  },
  not_found: {
    en: 'There is no “{detail}” in this channel.',
    zh: '本频道没有“{detail}”。',
  },
  several_found: {
    en: 'More than one document is called “{detail}”. Use the button on the right card.',
    zh: '有多个文档名为“{detail}”。请使用对应卡片上的按钮。',
  },
  name_missing: {
    en: 'Say which document: {detail}',
    zh: '请写明是哪个文档：{detail}',
  },
  forgotten: {
    en: '“{detail}” is forgotten. It no longer answers, and its links no longer open.',
    zh: '已忘记“{detail}”：它不再参与回答，相关链接也已失效。',
  },
  reindexing: {
    en: '“{detail}” is being indexed again. The version at hand answers until then.',
    zh: '正在重新索引“{detail}”，完成前仍由当前版本回答。',
  },
  retrying: { en: 'Trying “{detail}” again.', zh: '正在重试“{detail}”。' },
  not_failed: {
    en: 'That file has not failed, so there is nothing to try again.',
    zh: '该文件没有失败，无需重试。',
  },
  gone: {
    en: 'That is no longer there.',
    zh: '该内容已不存在。',
  },
  empty_question: {
    en: 'There was no question. Write one after the command.',
    zh: '没有看到问题，请在命令后写上问题。',
  },
  question_too_long: {
    en: 'That question is too long. At most {detail} characters can be asked at once.',
    zh: '问题太长，一次最多 {detail} 个字符。',
  },
  too_many_files: {
    en: 'At most {detail} files can be shared at once. None of these was taken; share them in several messages.',
    zh: '一次最多分享 {detail} 个文件，这次的文件都未接收，请分几条消息分享。',
  },
  unknown_command: {
    en: 'There is no command “{detail}”. These exist:',
    zh: '没有“{detail}”这个命令。可用命令：',
  },
  not_understood: {
    en: 'That could not be handled. Please try again.',
    zh: '无法处理该操作，请重试。',
  },
} as const satisfies Readonly<Record<string, Phrase>>;

export type NoticeCode = keyof typeof notices;

export const isNoticeCode = (code: string): code is NoticeCode => Object.hasOwn(notices, code);

/** Both languages with the detail in place; null for a code that is not a notice of the bot. */
export const noticePhrase = (code: string, detail: string): Phrase | null => {
  if (!isNoticeCode(code)) return null;
  const { en, zh } = notices[code];
  // A replacer function, because a name may hold `$&`.
  return {
    en: en.replace('{detail}', () => detail),
    zh: zh.replace('{detail}', () => detail),
  };
};
