import { compactWords } from './compact-words.ts';

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
const nameAsTitle = (fileName: string): string => {
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,8}$/u, '');
  const words = stem.replaceAll(/[_\s]+/gu, ' ').trim();
  return words === '' ? fileName : words;
};

/** Words of file names that programs and habits put there. */
const meaningless =
  /^(?:img|image|scan|scanned|doc|document|file|final|copy|new|draft|download|untitled|export|print|page|screenshot|v?\d{1,2}|[\da-f]{12,}|\d{6,})$/iu;

/**
 * What a passage of the document is introduced by: its title, and the name of its file where that says
 * more. Reports are filed by company and year, which their own titles often leave out.
 */
export const headerTitle = (title: string | null, fileName: string): string => {
  const name = nameAsTitle(fileName);
  const own = documentTitle(title);
  if (own === null) return name;
  const said = compactWords(own);
  const words = name.split(/[\s\-.,()[\]]+/u).filter((word) => compactWords(word) !== '');
  const more = words.filter(
    (word) => !meaningless.test(word) && !said.includes(compactWords(word)),
  );
  return more.some((word) => /\p{L}{2}/u.test(word)) ? `${own} (${name})` : own;
};
