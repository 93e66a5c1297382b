// @ts-check
/** @import { LegName } from '#core/domain/trace.ts' */
import { el } from './dom.js';
import { currentLanguage } from './strings.js';

/** @type {Record<string, [string, string]>} */
const words = {
  asked: ['Asked', '问题'],
  searched: ['Searched for', '检索语句'],
  rewrite: ['Follow-up', '追问'],
  'rewrite-model': ['Rewritten to stand alone', '已改写为独立问题'],
  'rewrite-history': ['Searched together with the question before', '与上一个问题一起检索'],
  'rewrite-failed': ['Could not be rewritten: searched as asked', '改写失败，按原问题检索'],
  keywords: ['Keywords', '关键词'],
  scope: ['Scope', '范围'],
  scopeDocuments: ['{count} documents', '{count} 个文档'],
  scopePassages: ['{count} passages', '{count} 个段落'],
  legs: ['What each search found', '各路检索结果'],
  'leg-keyword': ['By words', '关键词'],
  'leg-vector': ['By meaning', '语义'],
  'leg-picture': ['By picture', '图片'],
  legAnswered: ['candidates in {ms} ms', '个候选，{ms} 毫秒'],
  'leg-failed': ['Did not answer', '未响应'],
  'leg-left-out': ['Left out', '未使用'],
  candidates: ['Candidates, best first', '候选段落（由优到劣）'],
  noCandidates: ['Nothing was found.', '没有找到候选段落。'],
  passage: ['Passage', '段落'],
  fused: ['Together', '融合分'],
  more: ['and {count} more', '另有 {count} 个'],
  isEvidence: ['evidence {number}', '依据 {number}'],
  isDropped: ['dropped', '已剔除'],
  dropped: ['Dropped before use', '使用前剔除'],
  unreadable: ['No longer readable', '已不可读'],
  decision: ['Decision', '判断'],
  evidence: ['Evidence', '依据'],
  rerank: ['Reranking', '重排'],
  'rerank-none': ['None configured', '未配置'],
  'rerank-applied': ['Applied', '已应用'],
  'rerank-failed': ['Failed: order kept', '失败，保留原顺序'],
  cosine: ['Closest in meaning (cosine)', '语义最高相似度'],
  coverage: ['Question covered by the passages', '段落对问题的覆盖'],
  refused: ['Refused', '拒答'],
  model: ['Model', '模型'],
  noModel: ['None: quoted word for word', '无（逐字引用）'],
  modelUse: [
    '{model}: {calls} calls, {input} tokens in, {output} out',
    '{model}：{calls} 次调用，输入 {input}，输出 {output} 词元',
  ],
  prompt: ['Prompt', '提示词版本'],
  errors: ['Refused replies', '被拒绝的回复'],
  timings: ['Where the time went', '耗时'],
};

/** Steps of a question as they are timed. @type {Record<string, [string, string]>} */
const steps = {
  scope: ['Scope', '范围'],
  rewrite: ['Rewriting', '改写'],
  recall: ['Searching', '检索'],
  fuse: ['Putting together', '融合'],
  gate: ['Checking versions', '版本核对'],
  diversify: ['Spreading over documents', '多样化'],
  rerank: ['Reranking', '重排'],
  evidence: ['Choosing evidence', '选择依据'],
  answer: ['Writing', '撰写'],
  cite: ['Checking citations', '核对引用'],
};

/** @type {Record<string, [string, string]>} */
const reasons = {
  'not in an active version of a readable document': [
    'Not in the current version of a document that can be read here',
    '不属于此处可读文档的当前版本',
  ],
  no_grounding_passage: ['No passage speaks of it', '没有相关段落'],
  evidence_too_weak: ['The passages are too far from the question', '段落与问题相关性不足'],
  nothing_indexed: ['Nothing is indexed here yet', '尚无已索引的文档'],
  scope_empty: ['No such document here', '此处没有该文档'],
};

/**
 * A word of this dialog in the language at hand.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export const tt = (key, values = {}) => {
  const text = words[key]?.[currentLanguage() === 'zh' ? 1 : 0] ?? key;
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name) => String(values[name] ?? whole));
};

/** @param {LegName} leg */
export const legTitle = (leg) => tt(`leg-${leg}`);

/** A reason as it was recorded, in words where it has some. */
export const why = (/** @type {string} */ reason) =>
  reasons[reason]?.[currentLanguage() === 'zh' ? 1 : 0] ?? reason;

/** @param {Readonly<Record<string, number>>} timings milliseconds by step */
export const drawTimings = (timings) => {
  const entries = Object.entries(timings);
  const longest = Math.max(1, ...entries.map(([, ms]) => ms));
  return el(
    'ul',
    { class: 'timings' },
    entries.map(([step, ms]) =>
      el(
        'li',
        {},
        el('span', { class: 'timing-name' }, stepTitle(step)),
        el('meter', { min: 0, max: longest, value: ms, 'aria-label': stepTitle(step) }),
        el('span', { class: 'number' }, `${Math.round(ms)} ms`),
      ),
    ),
  );
};

/** @param {string} step */
const stepTitle = (step) => steps[step]?.[currentLanguage() === 'zh' ? 1 : 0] ?? step;
