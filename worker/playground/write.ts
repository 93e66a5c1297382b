import type { DeliverySubject } from '#core/domain/delivery.ts';
import { noticePhrase } from '#core/domain/notices.ts';
import type { Rendered, RenderedNotice } from '#core/domain/rendered.ts';
import { sentencesFor } from '#core/domain/sentences.ts';
import { writeCard } from './write-card.ts';
import { writeRun } from './write-run.ts';

/** What the page shows for a delivery. Pure: the same subject always reads the same. */
export const write = (subject: DeliverySubject): Rendered => {
  switch (subject.kind) {
    case 'card':
      return writeCard(subject.messageId, subject.files);
    case 'run':
      return writeRun(subject.run);
    case 'notice':
      return writeNotice(subject.code, subject.detail);
  }
};

const writeNotice = (code: string, detail: string): RenderedNotice => {
  const [first = '', ...lines] = detail.split('\n');
  return {
    kind: 'notice',
    code,
    sentence: noticePhrase(code, first) ?? sentencesFor(code, first),
    lines,
  };
};
