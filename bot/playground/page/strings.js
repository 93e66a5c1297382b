// @ts-check
/** @import { Phrase } from '#core/domain/rendered.ts' */

const strings = {
  skip: ['Skip to the message box', '跳到输入框'],
  channels: ['Channels', '频道'],
  thread: ['Thread', '话题'],
  tagline: ['Answers that show their page', '每个回答都能翻到原文'],
  addChannel: ['Add a channel', '新建频道'],
  channelName: ['Name of the new channel', '新频道名称'],
  add: ['Add', '添加'],
  openMenu: ['Show channels', '显示频道'],
  language: ['中文', 'English'],
  switchLanguage: ['Switch the interface to Chinese', '将界面切换为英文'],
  documents: ['Documents', '文档'],
  noDocuments: ['Nothing is indexed in this channel yet.', '本频道还没有已索引的文档。'],
  messages: ['Messages of', '消息：'],
  placeholder: ['Ask the documents in #{name}', '就 #{name} 中的文档提问'],
  placeholderThread: ['Ask a follow-up', '继续追问'],
  attach: ['Add files', '添加文件'],
  send: ['Send', '发送'],
  removeFile: ['Remove {name}', '移除 {name}'],
  dropHere: ['Drop to share in #{name}', '松开即可分享到 #{name}'],
  hint: ['Enter to send · Shift+Enter for a new line', '回车发送 · Shift+回车换行'],
  uploading: ['Uploading {name}', '正在上传 {name}'],
  tooLarge: [
    '“{name}” is larger than {limit} MB. Share a smaller file, or split it.',
    '“{name}” 超过 {limit} MB，请分享较小的文件或将其拆分。',
  ],
  tooMany: ['At most {limit} files can be shared at once.', '一次最多分享 {limit} 个文件。'],
  notSent: ['That could not be sent. Please try again.', '发送失败，请重试。'],
  lost: ['Connection lost. Trying again…', '连接已断开，正在重连…'],
  restarted: [
    'This page is no longer signed in. Open the address that Anchr printed when it started.',
    '本页会话已失效，请打开 Anchr 启动时显示的地址。',
  ],
  you: ['You', '你'],
  welcome: ['Drop a document. Ask it anything.', '拖入文档，随意提问。'],
  welcomeMore: [
    'PDF, Markdown and text files are read on this machine. Every statement of an answer links to the passage that it comes from.',
    'PDF、Markdown 和文本文件都在本机读取。回答中的每一句话都会链接到它所依据的段落。',
  ],
  chooseFiles: ['Choose files', '选择文件'],
  reply: ['Reply in thread', '在话题中回复'],
  replies: ['{count} in thread', '话题中 {count} 条'],
  closeThread: ['Close the thread', '关闭话题'],
  inChannel: ['in #{name}', '位于 #{name}'],
  deleteMessage: ['Delete', '删除'],
  confirmDelete: [
    'Delete this message? Files shared with it are forgotten, and their links die.',
    '删除这条消息？随它分享的文件会被忘记，相关链接也会失效。',
  ],
  confirmForget: [
    'Forget “{name}”? It no longer answers, and its links die.',
    '忘记“{name}”？它将不再参与回答，相关链接也会失效。',
  ],
  sending: ['Sending…', '发送中…'],
  retry: ['Retry', '重试'],
  cancel: ['Cancel', '取消'],
  replace: ['Replace the earlier one', '替换较早的版本'],
  forget: ['Forget', '忘记'],
  reindex: ['Index again', '重新索引'],
  askAgain: ['Ask again', '再问一次'],
  why: ['How I found this', '如何找到的'],
  sources: ['Sources', '来源'],
  page: ['page {page}', '第 {page} 页'],
  place: ['{name}, page {page}', '{name}，第 {page} 页'],
  source: ['Source {label}: {name}', '来源 {label}：{name}'],
  unconfirmed: ['Not confirmed by the passage: {values}', '段落未能证实：{values}'],
  passages: ['Passages found', '找到的段落'],
  nearest: ['The nearest passages', '最接近的段落'],
  questionWaits: ['answering', '回答中'],
  firstShared: ['on {date}', '于 {date}'],
  loading: ['Loading…', '加载中…'],
  close: ['Close', '关闭'],
  pages: ['{count} pages', '{count} 页'],
  passagesCount: ['{count} passages', '{count} 个段落'],
  askAbout: ['Ask about this', '就此提问'],
  notReady: ['being indexed', '索引中'],
  table: ['Table', '表格'],
  code: ['Code', '代码'],
};

const remembered = localStorage.getItem('language');
let language =
  remembered === 'zh' || remembered === 'en'
    ? remembered
    : navigator.language.toLowerCase().startsWith('zh')
      ? 'zh'
      : 'en';

/** @returns {'en' | 'zh'} */
export const currentLanguage = () => (language === 'zh' ? 'zh' : 'en');

/** @param {'en' | 'zh'} chosen */
export const chooseLanguage = (chosen) => {
  language = chosen;
  localStorage.setItem('language', chosen);
  document.documentElement.lang = chosen === 'zh' ? 'zh-CN' : 'en';
};

/**
 * An interface string in the language at hand.
 *
 * @param {keyof typeof strings} key
 * @param {Record<string, string | number>} [values]
 */
export const t = (key, values = {}) => {
  const text = strings[key][currentLanguage() === 'zh' ? 1 : 0] ?? key;
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name) => String(values[name] ?? whole));
};

/** @param {Phrase} both */
export const phrase = (both) => both[currentLanguage()];

/** @param {string | Date} time */
export const clockTime = (time) =>
  new Date(time).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });

/** @param {string | Date} time */
export const dayOf = (time) =>
  new Date(time).toLocaleDateString(locale(), { day: 'numeric', month: 'long', year: 'numeric' });

const locale = () => (currentLanguage() === 'zh' ? 'zh-CN' : 'en-GB');
