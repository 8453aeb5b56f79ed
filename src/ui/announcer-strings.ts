/** Words that are only spoken. Part of `AgentStrings`. */
export const spokenStrings = {
  spokenCode: (lines: number, language: string): string => ['code', lines === 1 ? '1 line' : `${lines} lines`, language].filter(Boolean).join(', '),
  spokenTable: (rows: number, columns: string): string => `table, ${rows === 1 ? '1 row' : `${rows} rows`}${columns ? `, columns ${columns}` : ''}`,
  spokenImage: (alt: string): string => (alt ? `image: ${alt}` : 'image'),
  spokenLink: (host: string): string => `link to ${host}`,
  taskDone: 'Done:',
  taskOpen: 'To do:',
  replyComplete: (words: number): string => `Answer complete, ${words === 1 ? '1 word' : `${words} words`}.`,
  planWaits: 'A plan waits for your decision.',
};
