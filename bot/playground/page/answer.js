// @ts-check
/** @import { Phrase, RenderedCitation, RenderedResult, RenderedRun } from '#core/domain/rendered.ts' */
/** @import { Message } from './store.js' */
import { act } from './act.js';
import { placeOf, showBlocks, showChip } from './blocks.js';
import { el, shown, shownQuote } from './dom.js';
import { phrase, t } from './strings.js';
import { openTrace } from './trace.js';

/**
 * A question on its way or its answer.
 *
 * @param {RenderedRun} run
 * @param {Message} message
 */
export const showRun = (run, message) => {
  const working = run.phase !== 'done';
  const citations = new Map(run.citations.map((one) => [one.label, one]));
  return el(
    'div',
    { class: working ? 'run run-working' : 'run', 'aria-busy': working ? 'true' : null },
    run.scope && el('p', { class: 'scope' }, phrase(run.scope)),
    run.sentence && showSentence(run.sentence, run.outcome, working),
    run.blocks.length > 0 &&
      el(
        'div',
        { class: working ? 'prose prose-draft' : 'prose', lang: run.language },
        showBlocks(run.blocks, citations),
      ),
    run.notes.map((note) => el('p', { class: 'note' }, phrase(note))),
    run.citations.length > 0 && showSources(run.citations),
    run.cards.length > 0 && showResults(run),
    showActions(run, message),
  );
};

/**
 * @param {Phrase} sentence
 * @param {RenderedRun['outcome']} outcome
 * @param {boolean} working
 */
const showSentence = (sentence, outcome, working) =>
  el(
    'p',
    { class: working ? 'phase' : outcome === 'ANSWERED' ? 'found' : 'outcome' },
    working && el('span', { class: 'pulse', 'aria-hidden': 'true' }),
    phrase(sentence),
  );

/** @param {readonly RenderedCitation[]} citations */
const showSources = (citations) =>
  el(
    'section',
    { class: 'sources', 'aria-label': t('sources') },
    el('p', { class: 'label', 'aria-hidden': 'true' }, t('sources')),
    el('ol', {}, citations.map(showSource)),
  );

/** @param {RenderedCitation} citation */
const showSource = (citation) => {
  const path = citation.headingPath.filter((heading) => heading !== citation.documentName);
  return el(
    'li',
    {},
    showChip(citation),
    el(
      'div',
      {},
      el('bdi', { class: 'source-name' }, placeOf(citation)),
      path.length > 0 && el('span', { class: 'source-path' }, path.map(shown).join(' › ')),
      el('p', { class: 'quote' }, shownQuote(citation.quote)),
      citation.unconfirmed.length > 0 &&
        el(
          'p',
          { class: 'doubt' },
          t('unconfirmed', { values: citation.unconfirmed.map(shown).join(' · ') }),
        ),
    ),
  );
};

/**
 * Result cards: open where they are all there is, one click away beside an answer.
 *
 * @param {RenderedRun} run
 */
const showResults = (run) => {
  const beside = run.outcome === 'ANSWERED' && run.intent === 'answer';
  const list = el('ul', { class: 'results' }, run.cards.map(showResult));
  if (run.intent === 'search') return list;
  return el(
    'details',
    { class: 'found-passages', 'data-keep': 'results', open: !beside },
    el('summary', { 'data-focus': 'results' }, t(beside ? 'passages' : 'nearest')),
    list,
  );
};

/** @param {RenderedResult} result */
const showResult = ({ documentName, hits }) =>
  el(
    'li',
    { class: 'result' },
    el('bdi', { class: 'result-name' }, shown(documentName)),
    el(
      'ul',
      {},
      hits.map((hit) =>
        el(
          'li',
          {},
          el(
            'a',
            {
              class: 'hit',
              href: `/c/${encodeURIComponent(hit.citationId)}#passage`,
              target: '_blank',
              rel: 'noopener',
            },
            hit.page !== null && el('span', { class: 'hit-page' }, t('page', { page: hit.page })),
            el('span', { class: 'hit-quote' }, shownQuote(hit.quote)),
          ),
        ),
      ),
    ),
  );

/**
 * @param {RenderedRun} run
 * @param {Message} message
 */
const showActions = (run, message) =>
  el(
    'div',
    { class: 'actions' },
    run.actions.map((action) =>
      el(
        'button',
        {
          type: 'button',
          class: 'button',
          'data-focus': action,
          'aria-haspopup': action === 'why' ? 'dialog' : null,
          onclick: (/** @type {MouseEvent} */ event) =>
            action === 'why'
              ? openTrace(run.runId)
              : act(event, message, action === 'cancel' ? 'cancel-run' : action, run.runId),
        },
        t(action === 'ask-again' ? 'askAgain' : action),
      ),
    ),
  );
