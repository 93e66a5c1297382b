// @ts-check
/** @import { LegName, LegTrace, Trace } from '#core/domain/trace.ts' */
import { openDialog } from './dialog.js';
import { el, shown, shownQuote } from './dom.js';
import { traceOf } from './server.js';
import { t } from './strings.js';
import { drawTimings, legTitle, tt, why } from './trace-parts.js';

/** "How I found this": what was searched, what each leg found, what was dropped, what was shown. */
export const openTrace = (/** @type {string} */ runId) =>
  openDialog(t('why'), async () => {
    /** @type {{ trace: Trace, outcome: string | null }} */
    const { trace } = await traceOf(runId);
    return [
      showQuery(trace),
      section(tt('legs'), el('div', { class: 'legs' }, trace.legs.map(showLeg))),
      section(tt('candidates'), showCandidates(trace)),
      trace.gated.length > 0 ? section(tt('dropped'), showDropped(trace)) : null,
      section(tt('decision'), showDecision(trace)),
      section(tt('timings'), drawTimings(trace.timingsMs)),
    ];
  });

/**
 * @param {string} title
 * @param {HTMLElement} content
 */
const section = (title, content) =>
  el('section', { class: 'trace-part' }, el('h3', {}, title), content);

/** @param {[string, string | HTMLElement][]} facts */
const showFacts = (facts) =>
  el(
    'dl',
    { class: 'facts' },
    facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  );

/** @param {Trace} trace */
const showQuery = (trace) => {
  /** @type {[string, string][]} */
  const facts = [[tt('asked'), trace.question]];
  if (trace.query !== trace.question) facts.push([tt('searched'), trace.query]);
  if (trace.rewrite !== 'none') facts.push([tt('rewrite'), tt(`rewrite-${trace.rewrite}`)]);
  if (trace.keywords.length > 0) facts.push([tt('keywords'), trace.keywords.join(' · ')]);
  facts.push([tt('scope'), tt('scopeDocuments', { count: trace.scope.documents })]);
  return el('section', { class: 'trace-part' }, showFacts(facts));
};

/** @param {LegTrace} leg */
const showLeg = (leg) =>
  el(
    'div',
    { class: `leg leg-${leg.status}` },
    el('p', { class: 'leg-name' }, legTitle(leg.leg)),
    el('p', { class: 'leg-count' }, leg.status === 'answered' ? String(leg.hits.length) : '–'),
    el(
      'p',
      { class: 'leg-note' },
      leg.status === 'answered'
        ? tt('legAnswered', { ms: Math.round(leg.tookMs) })
        : `${tt(`leg-${leg.status}`)}${leg.note === null ? '' : `: ${leg.note}`}`,
    ),
  );

/** Candidates of one page of the dialog; the legs may name some hundred. */
const shownCandidates = 30;

/** @param {Trace} trace */
const showCandidates = (trace) => {
  if (trace.fused.length === 0) return el('p', { class: 'note' }, tt('noCandidates'));
  const names = trace.legs.filter(({ status }) => status === 'answered').map(({ leg }) => leg);
  const head = ['#', tt('passage'), ...names.map(legTitle), tt('fused'), ''];
  return el(
    'div',
    { class: 'table', role: 'region', tabindex: 0, 'aria-label': tt('candidates') },
    el(
      'table',
      { class: 'candidates' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          head.map((title, index) =>
            el('th', { scope: 'col', class: index > 1 && title !== '' ? 'number' : null }, title),
          ),
        ),
      ),
      el(
        'tbody',
        {},
        trace.fused
          .slice(0, shownCandidates)
          .map((one, index) => showCandidate(trace, names, one, index)),
      ),
    ),
    trace.fused.length > shownCandidates &&
      el('p', { class: 'note' }, tt('more', { count: trace.fused.length - shownCandidates })),
  );
};

/**
 * @param {Trace} trace
 * @param {LegName[]} names
 * @param {Trace['fused'][number]} candidate
 * @param {number} index
 */
const showCandidate = (trace, names, { segmentId, score }, index) => {
  const evidence = trace.evidence.indexOf(segmentId);
  const dropped = trace.gated.find((one) => one.segmentId === segmentId);
  return el(
    'tr',
    { class: dropped ? 'is-dropped' : evidence === -1 ? null : 'is-evidence' },
    el('td', {}, String(index + 1)),
    el('td', {}, showPassage(trace, segmentId)),
    names.map((name) => el('td', { class: 'number' }, hitOf(trace, name, segmentId))),
    el('td', { class: 'number' }, score.toFixed(4)),
    el(
      'td',
      { class: 'state' },
      dropped ? tt('isDropped') : evidence === -1 ? '' : tt('isEvidence', { number: evidence + 1 }),
    ),
  );
};

/**
 * Rank and raw score in one leg.
 *
 * @param {Trace} trace
 * @param {LegName} name
 * @param {string} segmentId
 */
const hitOf = (trace, name, segmentId) => {
  const leg = trace.legs.find((one) => one.leg === name);
  const hit = leg?.hits.find((one) => one.segmentId === segmentId);
  return hit ? `${hit.rank} (${hit.score.toFixed(2)})` : '–';
};

/**
 * @param {Trace} trace
 * @param {string} segmentId
 */
const showPassage = (trace, segmentId) => {
  const passage = trace.passages[segmentId];
  if (!passage) return el('p', { class: 'note' }, tt('unreadable'));
  const page = passage.page === null ? '' : ` · ${t('page', { page: passage.page })}`;
  return el(
    'div',
    { class: 'passage' },
    el('bdi', { class: 'source-name' }, `${shown(passage.documentName)}${page}`),
    el('p', { class: 'quote' }, shownQuote(passage.excerpt)),
  );
};

/** @param {Trace} trace */
const showDropped = (trace) =>
  el(
    'ul',
    { class: 'dropped' },
    trace.gated.map(({ segmentId, why: reason }) =>
      el('li', {}, showPassage(trace, segmentId), el('p', { class: 'doubt' }, why(reason))),
    ),
  );

/** @param {Trace} trace */
const showDecision = (trace) => {
  const { bestCosine, coverage, refused } = trace.signals;
  /** @type {[string, string][]} */
  const facts = [
    [tt('evidence'), tt('scopePassages', { count: trace.evidence.length })],
    [
      tt('rerank'),
      `${tt(`rerank-${trace.rerank.status}`)}${trace.rerank.note ? `: ${trace.rerank.note}` : ''}`,
    ],
  ];
  if (bestCosine !== null) facts.push([tt('cosine'), bestCosine.toFixed(3)]);
  if (coverage !== null) facts.push([tt('coverage'), `${Math.round(coverage * 100)} %`]);
  if (refused !== null) facts.push([tt('refused'), why(refused)]);
  facts.push([
    tt('model'),
    trace.model === null
      ? tt('noModel')
      : tt('modelUse', {
          model: trace.model,
          calls: trace.modelCalls,
          input: trace.tokens.input,
          output: trace.tokens.output,
        }),
  ]);
  if (trace.promptVersion !== null) facts.push([tt('prompt'), trace.promptVersion]);
  if (trace.validationErrors.length > 0) {
    facts.push([tt('errors'), trace.validationErrors.join(' · ')]);
  }
  return showFacts(facts);
};
