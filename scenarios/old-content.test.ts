import { describe, expect, it } from 'vitest';
import { withDatabase } from '#core/testing/database.ts';
import { workspaceId } from './machine.ts';
import type { Intercept } from './machine.ts';
import { openStage, textFile, until } from './stage.ts';
import type { Channel, Stage } from './stage.ts';

const { connection } = withDatabase();

const rounds = 20;
const topics = ['pump', 'valve', 'boiler', 'turbine', 'compressor'];
/** A handbook of passages that all hold the words of the questions, so that old ones would crowd out new ones. */
const handbook = (topic: string, edition: number): string =>
  Array.from(
    { length: 6 },
    (_, part) =>
      `# Part ${part} of the ${topic}\n\nEdition ${edition} says that the ${topic} of part ${part} runs for ${part + 10} hours.`,
  ).join('\n\n');
const questions = topics.map((topic) => `How many hours does the ${topic} of part 3 run?`);

/** The passages that a search brings to the page, in order, without ids. */
const searched = async (channel: Channel, question: string): Promise<readonly string[]> => {
  const shown = await channel.ask(`/anchr search ${question}`);
  return shown.cards.flatMap(({ documentName, hits }) =>
    hits.map(({ quote }) => `${documentName}: ${quote}`),
  );
};

const withoutEdition = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replaceAll(/Edition \d+/gu, 'Edition'));

describe('content that was replaced or forgotten, while clean-up never comes', () => {
  it('keeps finding the same after 20 re-ingestions, and nothing of an old version', async () => {
    const stage = openStage(connection());
    const machine = await stage.start({ paused: ['cleanup'], port: 0 });
    const channel = await stage.channel('editions');
    await channel.share(topics.map((topic) => textFile(`${topic}.md`, handbook(topic, 0))));
    const before: (readonly string[])[] = [];
    for (const question of questions) before.push(await searched(channel, question));
    expect(before.every((hits) => hits.length > 0)).toBe(true);
    const first = await channel.ask(questions[0] ?? '');

    for (let round = 1; round <= rounds; round += 1) await reingest(channel, round);

    const active = new Map(
      (await channel.documents()).map((document) => [document.id, document.activeGeneration]),
    );
    expect([...active.values()].toSorted((a, b) => a - b)).toEqual([1, 1, 1, 21, 21]);
    for (const [index, question] of questions.entries()) {
      const hits = await searched(channel, question);
      // Passages that weigh the same may change places.
      expect(withoutEdition(hits).toSorted()).toEqual(
        withoutEdition(before[index] ?? []).toSorted(),
      );
      expect(withoutEdition(hits)[0]).toBe(withoutEdition(before[index] ?? [])[0]);
      const { outcome, citations } = await channel.ask(question);
      expect(outcome).toBe('ANSWERED');
      const pages = await Promise.all(
        citations.map(async ({ citationId }) => (await machine.open(`/c/${citationId}`)).text()),
      );
      expect(pages.filter((page) => !showsNewest(page))).toEqual([]);
    }
    const recalled = await candidates(stage, channel);
    expect(recalled.newest).toEqual(recalled.oldest);
    const answers = (await channel.runs())
      .slice(0, questions.length * 2)
      .map(({ answer }) => answer);
    const cited = answers.flatMap((answer) => answer?.citations ?? []);
    expect(cited.length).toBeGreaterThanOrEqual(questions.length);
    expect(cited.filter((one) => one.generation !== active.get(one.documentId))).toEqual([]);
    const old = await machine.open(`/c/${first.citations[0]?.citationId ?? ''}`);
    expect(await old.text()).toContain('newer');
  }, 60_000);

  it.each([
    ['received', 'objects.list'],
    ['being read', 'parser.parse'],
    ['cut into passages', 'segments.write'],
    ['being embedded', 'embedder.embedTexts'],
    ['being indexed', 'keywords.write'],
    ['complete', 'ingestions.activate'],
  ])('never shows a file that is deleted while it is %s', async (stageName, call) => {
    const stage = openStage(connection());
    const gate = holdAt(call);
    await stage.start({ paused: ['cleanup'], intercept: gate.intercept });
    const channel = await stage.channel(`deleted while ${call}`);
    const secret = `The vault opens at nine when it is ${stageName}.`;
    const sharing = channel.share([textFile('secret.md', secret)]);
    await gate.reached;
    const [item] = await channel.ingestions();
    await channel.act('delete-message', item?.share.messageId ?? '');
    expect((await sharing).map(({ status }) => status)).toEqual(['CANCELLED']);
    gate.open();
    await until(async () => (gate.returned() ? true : null));
    const shown = await channel.ask('When does the vault open?');
    expect(shown).toMatchObject({ outcome: 'NO_EVIDENCE', citations: [], cards: [] });
    expect(await channel.documents()).toEqual([]);
    expect(JSON.stringify(await channel.said())).not.toContain('nine');
  });

  it.each(['before', 'after'] as const)(
    'never shows a new version of a document that is forgotten %s it was activated',
    async (when) => {
      const stage = openStage(connection());
      const machine = await stage.start({ paused: ['cleanup'], port: 0 });
      const channel = await stage.channel(`forgotten ${when}`);
      await channel.share([textFile('secret.md', 'The vault opens at nine.')]);
      const answered = await channel.ask('When does the vault open?');
      const [document] = await channel.documents();
      const id = document?.id ?? '';
      await machine.stop();
      const gate = holdAt('ingestions.activate');
      const again = await stage.start({
        paused: ['cleanup'],
        port: 0,
        intercept: gate.intercept,
      });
      await channel.act('reindex', id);
      await gate.reached;
      if (when === 'after') {
        gate.open();
        await until(async () => (gate.returned() ? true : null));
      }
      await channel.act('forget', id);
      await until(async () => ((await channel.documents()).length === 0 ? true : null));
      gate.open();
      await until(async () => (gate.returned() ? true : null));
      const shown = await channel.ask('When does the vault open?');
      expect(shown).toMatchObject({ outcome: 'NO_EVIDENCE', citations: [], cards: [] });
      const citationId = answered.citations[0]?.citationId ?? '';
      expect(citationId).not.toBe('');
      for (const path of ['', '/original']) {
        const page = await again.open(`/c/${citationId}${path}`);
        expect(page.status).toBe(404);
        expect(await page.text()).not.toMatch(/vault|nine|secret/u);
      }
    },
  );
});

/** How many candidates each leg brought for the first question when it was new, and how many at last. */
const candidates = async (stage: Stage, channel: Channel) => {
  const searches = (await channel.runs()).filter(
    ({ intent, question }) => intent === 'search' && question === questions[0],
  );
  const counts = await Promise.all(
    searches.map(async ({ id }) => {
      const trace = await stage.stores.traces.find(workspaceId, id);
      return trace?.legs.map(({ leg, hits }) => `${leg} ${hits.length}`);
    }),
  );
  return { newest: counts.at(0), oldest: counts.at(-1) };
};

/** A citation page shows the document as it is now, and nothing of an earlier edition. */
const showsNewest = (page: string): boolean => {
  const newest = page.includes('<bdi>pump.md</bdi>') ? rounds : 0;
  const shown = [...page.matchAll(/Edition (\d+) says/gu)].map(([, edition]) => Number(edition));
  return shown.length > 0 && shown.every((edition) => edition === newest);
};

/** One document is replaced by a new edition, another one indexed anew. */
const reingest = async (channel: Channel, round: number): Promise<void> => {
  const listed = await channel.documents();
  const earlier = listed.find(({ name }) => name === 'pump.md');
  await channel.act('reindex', listed.find(({ name }) => name === 'valve.md')?.id ?? '');
  const [newcomer] = await channel.share([textFile('pump.md', handbook('pump', round))]);
  await channel.act('replace', newcomer?.id ?? '', earlier?.id ?? '');
  await until(async () => {
    const now = await channel.documents();
    const generations = ['pump.md', 'valve.md'].map((name) =>
      now.filter((document) => document.name === name).map((one) => one.activeGeneration),
    );
    return generations.every((found) => found.length === 1 && found[0] === round + 1) ? true : null;
  });
};

/** The machine stands still at its first call of that name until it is let go. */
const holdAt = (name: string) => {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let returned = false;
  const intercept: Intercept = async (called, _given, call) => {
    if (called !== name) return call();
    reached.resolve();
    await opened.promise;
    try {
      return await call();
    } finally {
      returned = true;
    }
  };
  return {
    intercept,
    reached: reached.promise,
    open: () => opened.resolve(),
    returned: () => returned,
  };
};
