import type { Phrase } from '#core/domain/rendered.ts';

const words = {
  gone: {
    en: 'This link does not lead to a passage, or not any more.',
    zh: '该链接没有指向任何段落，或已失效。',
  },
  page: { en: 'Page {page} of {pages}', zh: '第 {page} 页，共 {pages} 页' },
  part: { en: 'Part {page} of {pages}', zh: '第 {page} 部分，共 {pages} 部分' },
  previous: { en: 'Previous', zh: '上一页' },
  next: { en: 'Next', zh: '下一页' },
  quoted: { en: 'The quoted words', zh: '引用原文' },
  back: { en: 'To the quoted page', zh: '回到引用页' },
  original: { en: 'Download the original', zh: '下载原文件' },
  superseded: {
    en: 'A newer version of this document has been shared since. This is the version that was quoted.',
    zh: '该文档之后有了更新的版本。此处显示的是被引用的版本。',
  },
  image: { en: 'Page {page} of {name}', zh: '{name} 第 {page} 页' },
  notDrawn: {
    en: 'This page cannot be drawn. The quoted words stand above.',
    zh: '无法显示该页图像，引用原文见上。',
  },
  later: {
    en: 'The picture of this page is not available right now. Reload in a moment; the quoted words stand above.',
    zh: '暂时无法显示该页图像，请稍后刷新；引用原文见上。',
  },
  notLocated: {
    en: 'The place of the quoted words could not be found in the text below.',
    zh: '未能在下文中定位引用原文。',
  },
  passageMarked: {
    en: 'The passage that holds the quoted words is marked.',
    zh: '已标出包含引用原文的段落。',
  },
} as const satisfies Readonly<Record<string, Phrase>>;

export type Word = (
  key: keyof typeof words,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** The sentences of the preview in the language that the browser prefers. */
export const wordsFor = (acceptLanguage: string | undefined): Word & { readonly code: string } => {
  const language = acceptLanguage?.trim().toLowerCase().startsWith('zh') === true ? 'zh' : 'en';
  const word: Word = (key, values = {}) =>
    words[key][language].replaceAll(/\{(\w+)\}/gu, (whole, name: string) =>
      String(values[name] ?? whole),
    );
  return Object.assign(word, { code: language === 'zh' ? 'zh-CN' : 'en' });
};
