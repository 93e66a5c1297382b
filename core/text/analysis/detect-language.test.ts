import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

describe('the language of a question', () => {
  it.each([
    ['zh', '数据库的最大连接数是多少？'],
    ['zh', 'ERR_4012 是什么意思'],
    ['zh', 'Kubernetes pod 为什么 pending'],
    ['ja', 'データベース接続の最大数は？'],
    ['ja', '最大接続数を教えてください'],
    ['ko', '최대 연결 수는 얼마입니까?'],
    ['en', 'What is the maximum number of connections?'],
    ['en', 'What does 数据库 mean?'],
    ['en', 'ERR_4012'],
    ['en', 'valve pressure'],
    ['en', "What's Thomas's job?"],
    ['en', 'Primary pro-inflammatory cytokines suppress pro- and anti-inflammatory mediators.'],
    ['en', 'Hon. Richard S. Kemalyan Hon. Karla D. Kerlin Hon. Anne Kiley Hon. Maria de Cruz'],
    ['en', ''],
    ['de', 'Wie viele Verbindungen sind möglich und was kostet das?'],
    ['fr', 'Quel est le nombre maximal de connexions pour un serveur ?'],
    ['es', '¿Cuál es el número máximo de conexiones por servidor?'],
    ['it', 'Qual è il numero massimo di connessioni per il server?'],
    ['nl', 'Wat is het maximum aantal verbindingen van een server?'],
    ['pt', 'Qual é o número máximo de conexões do servidor?'],
    ['ru', 'Сколько соединений допускает сервер?'],
    ['uk', 'Скільки з’єднань дозволяє сервер і чому?'],
    ['el', 'Πόσες συνδέσεις επιτρέπει;'],
    ['ar', 'كم عدد الاتصالات المسموح بها؟'],
    ['th', 'จำนวนการเชื่อมต่อสูงสุดคือเท่าไร'],
  ])('is %s for %j', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });
});
