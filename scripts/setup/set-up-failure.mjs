// @ts-check

/** A reason to stop that a person can act on: one sentence, no stack. */
export class SetUpFailure extends Error {}

const registryTrouble =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|Max retries exceeded|NewConnectionError|Failed to establish a new connection|Temporary failure in name resolution|Name or service not known|Connection (?:refused|timed out|broken)|Read timed out/;

/**
 * What a failed command's output means, as one sentence.
 * @param {{ doing: string, registry: string, output: string, log: string }} failed
 */
export const explainFailure = ({ doing, registry, output, log }) => {
  if (/ENOSPC|No space left on device/.test(output)) {
    return new SetUpFailure(`The disk is full: ${doing} needs more room. Free some and run again.`);
  }
  if (/EACCES|EROFS|Permission denied|Read-only file system/.test(output)) {
    return new SetUpFailure(`This folder cannot be written: ${doing} was refused. Details: ${log}`);
  }
  if (registryTrouble.test(output)) {
    return new SetUpFailure(
      `${registry} could not be reached while ${doing}. Check the network or proxy and run again; what is done stays done. Details: ${log}`,
    );
  }
  const lastLines = output.trim().split('\n').slice(-12).join('\n  ');
  return new SetUpFailure(`Failed while ${doing}. Details: ${log}\n  ${lastLines}`);
};
