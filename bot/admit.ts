import type { AnswerMode } from '#core/domain/answer.ts';
import type { AskedQuestion } from '#core/domain/intention.ts';
import { questionRefusal } from '#core/domain/question-limits.ts';
import type { Admission } from '#core/domain/run.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { Deliveries } from '#core/ports/deliveries.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { Runs } from '#core/ports/runs.ts';
import type { Wakeups } from '#core/ports/wakeups.ts';

/** Null when the question was refused with a sentence. */
export type Admit = (
  workspaceId: WorkspaceId,
  asked: AskedQuestion,
  language: string,
) => Promise<Admission | null>;

/** Question → Turn and Run, once for each question however often the platform delivers it. */
export const createAdmit =
  (dependencies: {
    readonly runs: Pick<Runs, 'admit'>;
    readonly deliveries: Pick<Deliveries, 'notice'>;
    readonly wakeups: Pick<Wakeups, 'wake'>;
    readonly ids: Pick<Ids, 'opaque'>;
    readonly mode: AnswerMode;
  }): Admit =>
  async (workspaceId, asked, language) => {
    const { runs, deliveries, wakeups, ids, mode } = dependencies;
    const question = asked.question.trim();
    const refusal = questionRefusal(question);
    if (refusal !== null) {
      await deliveries.notice(workspaceId, asked.address, `${asked.key.sourceId}:refused`, {
        ...refusal,
        language,
      });
      wakeups.wake('delivery');
      return null;
    }
    const admission = await runs.admit(workspaceId, {
      ...asked,
      question,
      via: 'FIXED',
      mode,
      traceId: ids.opaque(),
      history: null,
    });
    wakeups.wake('run');
    wakeups.wake('delivery');
    return admission;
  };
