import { describe, expect, it } from 'vitest';
import { withDatabase } from '#core/testing/database.ts';
import type { Intercept } from './machine.ts';
import { openStage, textFile, until } from './stage.ts';
import type { Channel } from './stage.ts';

const { connection } = withDatabase();

const vault = textFile('vault.md', 'The vault opens at nine.');
const question = 'When does the vault open?';
const times = 10;

const filesIn = async (channel: Channel) => (await channel.cards()).flatMap(({ files }) => files);
const answersIn = async (channel: Channel) =>
  (await channel.said()).filter((one) => one.kind === 'run' && one.phase === 'done');

describe('the same again', () => {
  it('makes one document and one parse of ten shares of one content at the same time', async () => {
    const stage = openStage(connection());
    await stage.start({ ingestionsAtOnce: times });
    const channel = await stage.channel('ten shares');
    const shared = await Promise.all(
      Array.from({ length: times }, (_, index) =>
        channel.share([{ ...vault, name: `vault ${index}.md` }]),
      ),
    );
    const statuses = shared.flat().map(({ status }) => status);
    expect(statuses.filter((status) => status === 'READY')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'SKIPPED')).toHaveLength(times - 1);
    expect(await channel.documents()).toHaveLength(1);
    expect(stage.parser.parsed).toEqual([1]);
    const files = await until(async () => {
      const shown = await filesIn(channel);
      return shown.length === times ? shown : null;
    });
    const told = files.filter(({ status }) => status === 'skipped');
    expect(told.map(({ sentence }) => sentence.en)).toEqual(
      Array.from({ length: times - 1 }, () => 'Already indexed, shared by You'),
    );
    const { citations } = await channel.ask(question);
    expect(citations).toHaveLength(1);
  });

  it('parses content once that other channels share later, and keeps their documents apart', async () => {
    const stage = openStage(connection());
    await stage.start();
    const [first, second] = [await stage.channel('first'), await stage.channel('second')];
    await first.share([vault]);
    await second.share([vault]);
    expect(stage.parser.parsed).toEqual([1]);
    const [document] = await first.documents();
    await first.act('forget', document?.id ?? '');
    await until(async () => ((await first.documents()).length === 0 ? true : null));
    expect(await second.documents()).toHaveLength(1);
    expect((await second.ask(question)).outcome).toBe('ANSWERED');
    expect((await first.ask(question)).outcome).toBe('NO_EVIDENCE');
  });

  it('takes a message that is delivered three times for one', async () => {
    const stage = openStage(connection());
    await stage.start();
    const channel = await stage.channel('delivered thrice');
    const key = stage.stores.ids.next();
    for (let time = 0; time < 3; time += 1) await channel.shareAndAsk([vault], question, key);
    await channel.runOf(key);
    await channel.shareAndAsk([vault], question, key);
    expect((await channel.ask(question)).outcome).toBe('ANSWERED');
    expect(await filesIn(channel)).toHaveLength(1);
    expect(await answersIn(channel)).toHaveLength(2);
    expect(await channel.runs()).toHaveLength(2);
  });

  it('takes a click that is delivered three times for one', async () => {
    const stage = openStage(connection());
    await stage.start();
    const channel = await stage.channel('clicked thrice');
    await channel.share([vault]);
    const { runId } = await channel.ask(question);
    const [document] = await channel.documents();
    const keys = [stage.stores.ids.next(), stage.stores.ids.next()] as const;
    for (let time = 0; time < 3; time += 1) {
      await channel.act('ask-again', runId, null, keys[0]);
      await channel.act('reindex', document?.id ?? '', null, keys[1]);
    }
    await until(async () => ((await answersIn(channel)).length === 2 ? true : null));
    await until(async () => {
      const [now] = await channel.documents();
      return now?.activeGeneration === 2 ? true : null;
    });
    await channel.ask('Is the vault open?');
    expect(await channel.runs()).toHaveLength(3);
    expect((await channel.ingestions()).map(({ kind }) => kind)).toEqual(['reindex', 'share']);
  });

  it.each(['a message', 'a click'])(
    'acts once on %s that a killed machine had handled and not ticked off',
    async (what) => {
      const stage = openStage(connection());
      const channel = await stage.channel(`handled twice ${what}`);
      const machine = await stage.start();
      await channel.shareAndAsk([vault], question);
      const first = await until(async () => (await answersIn(channel))[0] ?? null);
      await machine.stop();
      const death = dieBefore('inbox.complete');
      await stage.startDoomed({ intercept: death.intercept });
      const other = textFile('other.md', 'The gate opens at ten.');
      const runId = first.kind === 'run' ? first.runId : '';
      const key = stage.stores.ids.next();
      if (what === 'a message') await channel.shareAndAsk([other], 'When does the gate open?', key);
      else await channel.act('ask-again', runId, null, key);
      await death.died;
      await stage.endLeases();
      await stage.start();
      await channel.ask('Is the vault open?');
      await until(async () => ((await answersIn(channel)).length === 3 ? true : null));
      expect(await channel.runs()).toHaveLength(3);
      expect(await filesIn(channel)).toHaveLength(what === 'a message' ? 2 : 1);
    },
  );
});

/** The machine's inbox stands still for ever when it is about to make that call. */
const dieBefore = (name: string) => {
  const died = Promise.withResolvers<void>();
  let isDead = false;
  const intercept: Intercept = (called, _given, call) => {
    if (called === name) isDead = true;
    if (!isDead) return call();
    died.resolve();
    return new Promise(() => {});
  };
  return { intercept, died: died.promise };
};
