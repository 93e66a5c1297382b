import type { Phrase } from './rendered.ts';

/** One sentence for the person, in both languages, and one for the operator. */
type Told = { readonly person: Phrase; readonly operator: string };

const told = (en: string, zh: string, operator: string): Told => ({
  person: { en, zh },
  operator,
});

/** How an answer ended, by its reason. `{detail}` is filled in where it stands. */
const outcomes = {
  nothing_indexed: told(
    'Nothing is indexed here yet. Share a document and ask again once its card says it is ready.',
    '这里还没有已索引的文档。请先分享文档，待卡片显示就绪后再提问。',
    'The scope of the question holds no active document.',
  ),
  scope_empty: told(
    'There is no such document here that could be asked about.',
    '这里没有可供提问的该文档。',
    'A narrowed scope is empty after intersection with what is readable.',
  ),
  empty_question: told(
    'That holds no question. Write what you would like to know.',
    '没有看到问题。请写出你想了解的内容。',
    'The question holds no letter and no digit.',
  ),
  question_too_long: told(
    'That question is too long. Please keep it below {detail} characters.',
    '问题太长，请控制在 {detail} 个字符以内。',
    'The question is over the limit of characters.',
  ),
  no_grounding_passage: told(
    'The documents here do not say anything about that.',
    '这里的文档没有提到这个问题。',
    'No passage was found.',
  ),
  evidence_too_weak: told(
    'The documents here do not support an answer to that. The nearest passages are below.',
    '这里的文档不足以回答这个问题。最接近的内容见下方。',
    'The passages found lie below the refusal floors.',
  ),
  model_declared_no_evidence: told(
    'The documents here do not support an answer to that. The nearest passages are below.',
    '这里的文档不足以回答这个问题。最接近的内容见下方。',
    'The model found no support in the evidence.',
  ),
  model_unavailable: told(
    'The language model did not answer. What was found is below; try again in a moment.',
    '语言模型没有响应。已找到的内容见下方，请稍后重试。',
    'The model endpoint is away, slow or broke off.',
  ),
  invalid_model_response: told(
    'The language model gave no usable answer, twice. What was found is below.',
    '语言模型两次都没有给出可用的回答。已找到的内容见下方。',
    'The reply did not follow the schema, and neither did its repair.',
  ),
  missing_citation: told(
    'The language model gave an answer without proof, twice, so it is not shown. What was found is below.',
    '语言模型两次给出的回答都没有引用依据，因此不予显示。已找到的内容见下方。',
    'The reply cited nothing, and neither did its repair.',
  ),
  invalid_citation: told(
    'The language model cited what it was not given, twice, so its answer is not shown. What was found is below.',
    '语言模型两次引用了不存在的依据，因此不予显示。已找到的内容见下方。',
    'The reply cited unknown evidence, and so did its repair.',
  ),
  daily_cap: told(
    'The limit of model calls for today is reached. What was found is below.',
    '今天的模型调用次数已达上限。已找到的内容见下方。',
    'The daily cap of model calls is reached.',
  ),
  no_leg_answered: told(
    'The search did not work just now, so nothing can be said about the documents. Please try again.',
    '检索暂时无法使用，因此无法判断文档内容。请重试。',
    'Every leg of the recall failed.',
  ),
  document_deleted: told(
    'A document that the answer rests on was forgotten meanwhile. Please ask again.',
    '回答所依据的文档已被移除。请重新提问。',
    'A cited document was deleted before the answer was committed.',
  ),
  CANCELLED: told('Stopped by {detail}.', '已由 {detail} 停止。', 'A person stopped the run.'),
  interrupted: told(
    'This question was interrupted too often and was given up. Please ask again.',
    '这个问题多次被中断，已放弃。请重新提问。',
    'The run used up its attempts.',
  ),
  internal: told(
    'Something went wrong on our side. It was written to the log; please ask again.',
    '内部出错，已记录到日志。请重新提问。',
    'An unexpected error ended the run.',
  ),
} as const;

/** Why a file could not be indexed. `{detail}` is the file's name. */
const failures = {
  DOWNLOAD_FAILED: told(
    '{detail} could not be fetched. Share it again.',
    '无法获取 {detail}。请重新分享。',
    'The bytes of a shared file could not be fetched.',
  ),
  PASSWORD_REQUIRED: told(
    '{detail} is protected by a password. Share a copy without one.',
    '{detail} 有密码保护。请分享未加密的副本。',
    'The file is encrypted.',
  ),
  CORRUPT_FILE: told(
    '{detail} is damaged and cannot be read. Export it again and share the new file.',
    '{detail} 已损坏，无法读取。请重新导出后再分享。',
    'The file cannot be opened.',
  ),
  UNSUPPORTED_TYPE: told(
    '{detail} is not a kind of document that can be read here. PDF, Markdown and text can.',
    '{detail} 不是可以读取的文档类型。支持 PDF、Markdown 和文本。',
    'The type of the file is not supported.',
  ),
  TYPE_MISMATCH: told(
    'What is inside {detail} is not what its name says. Rename it to what it is and share it again.',
    '{detail} 的内容与文件名不符。请改为正确的扩展名后重新分享。',
    'Content and extension disagree.',
  ),
  ENCODING_UNKNOWN: told(
    'The characters of {detail} could not be made out. Save it as UTF-8 and share it again.',
    '无法识别 {detail} 的字符编码。请另存为 UTF-8 后重新分享。',
    'The encoding of a text file is uncertain.',
  ),
  TOO_LARGE: told(
    '{detail} is too large. Share it in parts.',
    '{detail} 太大。请拆分后分享。',
    'The file is over the size limit.',
  ),
  TOO_MANY_PAGES: told(
    '{detail} has too many pages. Share it in parts.',
    '{detail} 页数太多。请拆分后分享。',
    'The file is over the page limit.',
  ),
  EMPTY_DOCUMENT: told('{detail} is empty.', '{detail} 是空的。', 'The file holds nothing.'),
  NO_TEXT_FOUND: told(
    'No text was found in {detail}. If it is a scan, share one with recognised text.',
    '{detail} 中没有找到文字。如果是扫描件，请分享已识别文字的版本。',
    'The file holds no text.',
  ),
  OCR_UNAVAILABLE: told(
    'The text of {detail} would have to be recognised, which is not possible here.',
    '{detail} 需要文字识别，目前无法进行。',
    'Text recognition is not available.',
  ),
  PARSE_TIMEOUT: told(
    'Reading {detail} took too long and was stopped.',
    '读取 {detail} 超时，已停止。',
    'The parser passed its deadline.',
  ),
  OUT_OF_MEMORY: told(
    'Reading {detail} needed too much memory and was stopped.',
    '读取 {detail} 占用内存过多，已停止。',
    'The parser passed its memory limit.',
  ),
  INTERNAL: told(
    'Something went wrong on our side while indexing {detail}. It was written to the log; try again.',
    '索引 {detail} 时内部出错，已记录到日志。请重试。',
    'An unexpected error ended the ingestion.',
  ),
  PARSER_UNAVAILABLE: told(
    'The document reader is not available just now. Try {detail} again later.',
    '文档读取服务暂时不可用。请稍后重试 {detail}。',
    'The parsing service does not answer.',
  ),
  EMBEDDING_THROTTLED: told(
    'The embedding service was busy for too long. Try {detail} again later.',
    '向量服务长时间繁忙。请稍后重试 {detail}。',
    'The embedding endpoint kept asking to wait.',
  ),
  EMBEDDING_FAILED: told(
    'The embedding service did not work. Try {detail} again later.',
    '向量服务出错。请稍后重试 {detail}。',
    'The embedding endpoint failed.',
  ),
  INDEX_UNAVAILABLE: told(
    'The search index is not available just now. Try {detail} again later.',
    '检索索引暂时不可用。请稍后重试 {detail}。',
    'The index does not answer.',
  ),
  INDEX_INCOMPLETE: told(
    'The search index did not take all of {detail}, so none of it is used. Try again.',
    '检索索引未能完整写入 {detail}，因此未启用。请重试。',
    'A store does not hold exactly what belongs in it.',
  ),
  ACTIVATION_SUPERSEDED: told(
    'A newer version of {detail} is in use already.',
    '{detail} 已有更新的版本在使用。',
    'A newer generation was activated first.',
  ),
  DOCUMENT_DELETED: told(
    '{detail} was forgotten meanwhile.',
    '{detail} 已被移除。',
    'The document was deleted during its ingestion.',
  ),
  DISK_FULL: told(
    'The disk is full, so {detail} could not be stored. Free some space and try again.',
    '磁盘已满，无法保存 {detail}。请清理空间后重试。',
    'No room is left on the disk.',
  ),
} as const;

const sentences = { ...outcomes, ...failures };
type SentenceCode = keyof typeof sentences;

const isKnown = (code: string): code is SentenceCode => Object.hasOwn(sentences, code);
const fill = (text: string, detail: string): string => text.replaceAll('{detail}', () => detail);

/** The person's sentence for a code in both languages; an unknown code reads as an error of ours. */
export const sentencesFor = (code: string, detail = ''): Phrase => {
  const { person } = sentences[isKnown(code) ? code : 'internal'];
  return { en: fill(person.en, detail), zh: fill(person.zh, detail) };
};
