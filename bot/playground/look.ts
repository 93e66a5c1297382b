import { Hono } from 'hono';
import { streamEvents } from './events.ts';
import { refuse } from './guard.ts';
import type { PlaygroundDependencies } from './playground.ts';

/** What the page reads: who and where, what is indexed, how an answer was found, what changes. */
export const lookRoutes = (dependencies: PlaygroundDependencies, closing: AbortSignal): Hono => {
  const { messages, documents, libraries, runs, traces, workspaceId, person } = dependencies;
  const app = new Hono();
  app.get('/api/start', async (context) =>
    context.json({
      person,
      channels: await messages.channels(workspaceId),
      limits: { files: 10, fileBytes: dependencies.maximumFileBytes },
    }),
  );
  app.get('/api/channels/:channelId/documents', async (context) => {
    const channelId = context.req.param('channelId');
    const library = await libraries.byChannel(workspaceId, 'playground', channelId);
    if (library === null) return refuse(context, 'not_there', 404);
    const listed = await documents.list(workspaceId, library.id);
    return context.json({
      documents: listed.map((document) => ({
        documentId: document.id,
        name: document.name,
        title: document.title,
        pageCount: document.pageCount,
        segmentCount: document.segmentCount,
        active: document.activeGeneration > 0,
        sharedAt: document.createdAt,
        messageId: document.shares[0]?.messageId ?? null,
      })),
    });
  });
  app.get('/api/runs/:runId/trace', async (context) => {
    const runId = context.req.param('runId');
    const run = await runs.find(workspaceId, runId);
    const trace = run === null ? null : await traces.find(workspaceId, run.id);
    if (run === null || trace === null) return refuse(context, 'no_trace', 404);
    return context.json({ trace, outcome: run.answer?.outcome ?? null, via: run.via });
  });
  app.get('/events', (context) => streamEvents({ ...dependencies, closing }, context));
  return app;
};
