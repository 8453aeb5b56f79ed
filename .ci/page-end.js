/** Fails the test file in whose page the policy was broken, after its last test. Every test file imports it; see strict-page.mjs. */
const { problems } = globalThis.__strictPage;

/** Takes what was seen so far, for a test that breaks the policy on purpose. Events come as tasks of their own, so it waits for them. */
export async function takeProblems() {
  // A frame and a task: a violation is told in a task after it happened.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return problems.splice(0);
}

/** Throws when something was seen that no test has taken. */
export async function checkPage() {
  const left = await takeProblems();
  if (left.length === 0) return;
  throw new Error(`The page broke its policy:\n${left.map(({ test, text }) => `  ${text}\n    in: ${test}`).join('\n')}`);
}

after(checkPage);
