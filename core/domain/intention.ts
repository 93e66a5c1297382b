import type { Address, DocumentId, IngestionId, LibraryId, Person, RunId } from './ids.ts';
import type { CancelTarget, NewQuestion } from './run.ts';

/** What an inbox row asks for, the same for every platform. Read by bot/<platform>/read.ts. */
export type Intention =
  | { readonly kind: 'share'; readonly shared: SharedFiles }
  | { readonly kind: 'ask'; readonly question: AskedQuestion; readonly language: string }
  | { readonly kind: 'ask-again'; readonly runId: RunId; readonly sourceId: string }
  /** `quiet`: nobody asked in words, so nobody is told when there was nothing to stop. */
  | {
      readonly kind: 'stop';
      readonly target: StopTarget;
      readonly place: Place;
      readonly quiet: boolean;
    }
  | { readonly kind: 'curate'; readonly act: CurateAct; readonly place: Place }
  | { readonly kind: 'unshare'; readonly messageId: string; readonly place: Place }
  | { readonly kind: 'inform'; readonly topic: InformTopic; readonly place: Place }
  | {
      readonly kind: 'tell';
      readonly code: string;
      readonly detail: string;
      readonly place: Place;
    };

export type SharedFiles = {
  readonly libraryId: LibraryId;
  readonly address: Address;
  readonly messageId: string;
  readonly by: Person;
  readonly files: readonly { readonly fileId: string; readonly name: string }[];
  readonly language: string;
};

/** Trace id, way and mode are the bot's to choose. */
export type AskedQuestion = Omit<NewQuestion, 'traceId' | 'via' | 'mode' | 'history'>;

/** Who acted, and where a sentence about it goes. `key` makes that sentence one. */
export type Place = {
  readonly libraryId: LibraryId;
  readonly address: Address;
  readonly by: Person;
  readonly key: string;
  readonly language: string;
};

/** 'newest': the newest live run of the channel, for a "stop" outside any thread. */
export type StopTarget = CancelTarget | { readonly kind: 'newest' };

export type CurateAct =
  | { readonly kind: 'retry' | 'cancel'; readonly ingestionId: IngestionId }
  | {
      readonly kind: 'replace';
      readonly ingestionId: IngestionId;
      readonly earlier: DocumentId;
    }
  | { readonly kind: 'forget' | 'reindex'; readonly documentId: DocumentId }
  | { readonly kind: 'forget-named' | 'reindex-named' | 'retry-named'; readonly name: string };

export type InformTopic = 'documents' | 'status' | 'why' | 'help';
