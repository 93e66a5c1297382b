/** Names that programs give to what nobody named. */
const empty =
  /^(?:untitled|document|title|no ?title|unknown|null|none|無題|无标题|新建.*文档|document ?\d+|microsoft (?:word|powerpoint|excel) ?-?.*|\S+\.(?:docx?|xlsx?|pptx?|pdf|indd|qxd|tex|dvi|rtf|odt|html?|md|txt))$/iu;

/** A title that says something: the parser's where it is one, else null. */
export const documentTitle = (title: string | null): string | null => {
  const words = title?.replaceAll(/\s+/gu, ' ').trim() ?? '';
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2 || words.length > 300 || empty.test(words)) return null;
  return words;
};

/** "3M_2018_10K.pdf" → "3M 2018 10K": what a file's name tells where the content has no title. */
export const nameAsTitle = (fileName: string): string => {
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,8}$/u, '');
  const words = stem.replaceAll(/[_\s]+/gu, ' ').trim();
  return words === '' ? fileName : words;
};
