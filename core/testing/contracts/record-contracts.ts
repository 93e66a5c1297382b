import type { ContractCase } from '../contract.ts';
import { citationsContract, tracesContract, usageContract } from './answers.contract.ts';
import { deliveriesContract } from './deliveries.contract.ts';
import { historyContract } from './history.contract.ts';
import { playgroundMessagesContract } from './playground-messages.contract.ts';
import type { Records } from './records.ts';
import { runsContract } from './runs.contract.ts';
import { scopesContract } from './scopes.contract.ts';
import { vectorIndexContract } from './vector-index.contract.ts';

/** Every contract of questions, answers and vectors, by the port that it is about. */
export const recordContracts = {
  runs: runsContract,
  history: historyContract,
  deliveries: deliveriesContract,
  citations: citationsContract,
  traces: tracesContract,
  scopes: scopesContract,
  usage: usageContract,
  messages: playgroundMessagesContract,
  vectors: vectorIndexContract,
} as const satisfies Readonly<Record<string, readonly ContractCase<Records>[]>>;
