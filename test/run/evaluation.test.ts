import { expect } from 'chai';
import type { LLMMessage } from '../../src/model/message.js';
import type { Diagnostic } from '../../src/run/diagnostics.js';
import { OnlineEvaluation, type EvaluationSeams } from '../../src/run/evaluation.js';
import { boundPayload, describeInput, payloadOf, serialize } from '../../src/run/evaluation-payload.js';
import type { EvalRecord, EvaluatedRun, EvaluationConfig, Scorer, ScorerContext, ScorerResult } from '../../src/run/evaluation-types.js';

let runs = 0;

function run(more: Partial<EvaluatedRun> = {}): EvaluatedRun {
  return { identity: { runId: `r${++runs}`, attempt: 1, traceId: 't', rootSpanId: 's' }, status: { code: 'ok' }, output: 'answer', metadata: { tag: 'x' }, ...more };
}

function scorer(score: Scorer['score'] = () => ({ score: 1 }), more: Partial<Scorer> = {}): Scorer {
  return { name: 'length', version: '1', score, ...more };
}

function watched(config: Partial<EvaluationConfig> = {}, seams: EvaluationSeams = {}): { evaluation: OnlineEvaluation; records: EvalRecord[]; diagnostics: Diagnostic[] } {
  const records: EvalRecord[] = [];
  const diagnostics: Diagnostic[] = [];
  const evaluation = new OnlineEvaluation(
    { scorers: [scorer()], sample: 1, store: { append: (batch) => void records.push(...batch) }, onDiagnostic: (diagnostic) => diagnostics.push(diagnostic), ...config },
    seams,
  );
  return { evaluation, records, diagnostics };
}

async function recordsOf(config: Partial<EvaluationConfig>, input: string | readonly LLMMessage[] = 'hi', result = run()): Promise<EvalRecord[]> {
  const { evaluation, records } = watched(config);
  evaluation.submit(input, result, 5);
  await evaluation.forceFlush();
  return records;
}

/** What the scorer of one run is given. */
async function contextOf(config: Partial<EvaluationConfig>, input: string | readonly LLMMessage[] = 'hi', result = run()): Promise<ScorerContext> {
  const contexts: ScorerContext[] = [];
  await recordsOf({ scorers: [scorer((context) => { contexts.push(context); return { score: 1 }; })], ...config }, input, result);
  return contexts[0]!;
}

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

const text = (words: string): LLMMessage => ({ role: 'user', content: [{ type: 'text', text: words }] });
const codes = (diagnostics: readonly Diagnostic[]): string[] => diagnostics.map(({ code }) => code);

describe('OnlineEvaluation', () => {
  it('[B10-1] no scorers, a sample out of range and an unknown policy are refused by name', () => {
    const make = (config: object) => () => new OnlineEvaluation({ scorers: [scorer()], ...config });
    expect(make({ scorers: [] })).to.throw(TypeError, 'evaluation.scorers');
    expect(make({ scorers: undefined })).to.throw(TypeError, 'evaluation.scorers');
    expect(make({ scorers: [{ name: 'x' }] })).to.throw(TypeError, 'evaluation.scorers[0].score');
    expect(make({ scorers: [{ ...scorer(), name: '' }] })).to.throw(TypeError, 'evaluation.scorers[0].name');
    for (const sample of [-0.1, 1.1, NaN, '0.5', null, {}]) expect(make({ sample }), String(sample)).to.throw(RangeError, 'evaluation.sample');
    expect(make({ storePayloads: 'some' })).to.throw(TypeError, /none.*redacted.*full/);
    for (const setting of ['maxConcurrent', 'maxQueueLength']) for (const value of [0, 1.5, NaN, '1']) expect(make({ [setting]: value })).to.throw(RangeError, `evaluation.${setting}`);
    expect(make({ budget: { maxEvaluationsPerMinute: 0 } })).to.throw(RangeError, 'maxEvaluationsPerMinute');
    expect(make({ budget: { maxCostPerHour: -1 } })).to.throw(RangeError, 'maxCostPerHour');
    expect(make({ store: {} })).to.throw(TypeError, 'evaluation.store');
    for (const sample of [undefined, 0, 1, () => true]) expect(make({ sample })).not.to.throw();
  });

  it('[B10-2] a number samples when the random number is below it; 0 and nothing are off', async () => {
    for (const [sample, random, sampled] of [[0.5, 0.49, 1], [0.5, 0.5, 0], [1, 0.999, 1], [0, 0, 0]] as const) {
      const { evaluation } = watched({ sample }, { random: () => random });
      evaluation.submit('x', run(), 1);
      expect(evaluation.getStats().sampled, `${sample} ${random}`).to.equal(sampled);
      await evaluation.shutdown();
    }
    for (const off of [new OnlineEvaluation(), new OnlineEvaluation({ scorers: [scorer()] })]) {
      off.submit('x', run(), 1);
      expect(off.getStats()).to.eql({ sampled: 0, enqueued: 0, completed: 0, dropped: 0, failed: 0, storeFailed: 0 });
      expect((await off.forceFlush()).status).to.equal('ok');
      expect((await off.shutdown()).status).to.equal('ok');
    }
  });

  it('[B10-2] a rule gets identity, status, metadata and duration, and only true counts; a throw is a diagnostic', async () => {
    const asked: unknown[] = [];
    const answers: unknown[] = [true, 1, 'true', undefined, false];
    const { evaluation, diagnostics } = watched({ sample: (context) => { asked.push(context); return answers.shift() as boolean; } });
    const first = run();
    evaluation.submit('x', first, 12);
    for (let turn = 0; turn < 4; turn++) evaluation.submit('x', run(), 1);
    expect(asked[0]).to.eql({ identity: first.identity, status: { code: 'ok' }, metadata: { tag: 'x' }, durationMs: 12 });
    expect(evaluation.getStats().sampled).to.equal(1);
    expect(diagnostics).to.eql([]);

    const throwing = watched({ sample: () => { throw new Error('rule'); } });
    throwing.evaluation.submit('x', run(), 1);
    const promising = watched({ sample: (async () => true) as never });
    promising.evaluation.submit('x', run(), 1);
    for (const each of [throwing, promising]) {
      expect(each.evaluation.getStats().sampled).to.equal(0);
      expect(codes(each.diagnostics)).to.eql(['sample_failed']);
    }
    await evaluation.shutdown();
  });

  it('[B10-3] failed runs are eligible', async () => {
    const [record] = await recordsOf({ sample: ({ status }) => status.code === 'error' }, 'x', run({ status: { code: 'error' }, output: 'broke' }));
    expect(record?.status).to.equal('scored');
  });

  it('[B10-4] what the queue has no room for is dropped and counted', async () => {
    const { evaluation, diagnostics, records } = watched({ maxQueueLength: 2 });
    for (let turn = 0; turn < 5; turn++) evaluation.submit('x', run(), 1);
    expect(evaluation.getStats()).to.include({ sampled: 5, enqueued: 2, dropped: 3 });
    expect(codes(diagnostics)).to.eql(['queue_full', 'queue_full', 'queue_full']);
    expect(await evaluation.forceFlush()).to.include({ status: 'ok', completed: 2 });
    expect(records).to.have.length(2);
  });

  it('[B10-4] no more than maxConcurrent runs are scored at once, and scorers do not start in the turn of the run', async () => {
    let [now, most] = [0, 0];
    const hold = gate();
    const { evaluation } = watched({ maxConcurrent: 2, scorers: [scorer(async () => { most = Math.max(most, ++now); await hold.opened; now--; return { score: 1 }; })] });
    for (let turn = 0; turn < 4; turn++) evaluation.submit('x', run(), 1);
    await Promise.resolve();
    expect(now).to.equal(0);
    const flushed = evaluation.forceFlush();
    expect(now).to.equal(2);
    hold.open();
    expect(await flushed).to.include({ status: 'ok', completed: 4 });
    expect(most).to.equal(2);
  });

  it('[B10-4] scorers run without a flush', async () => {
    const scored = gate();
    const { evaluation } = watched({ onResult: () => scored.open() });
    evaluation.submit('x', run(), 1);
    await scored.opened;
    expect(evaluation.getStats().completed).to.equal(1);
  });

  it('[B10-4] a scorer that throws, rejects or returns nonsense is a scorer_error; the next scorers still score', async () => {
    const faults: Scorer['score'][] = [
      () => { throw new Error('broke: password=hunter2'); },
      async () => { throw new TypeError('later'); },
      () => ({ score: 2 }),
      () => ({ score: NaN }),
      () => undefined as unknown as ScorerResult,
    ];
    const { evaluation, records, diagnostics } = watched({ scorers: [...faults.map((score) => scorer(score)), scorer(() => ({ score: 0.5, pass: false }))] });
    evaluation.submit('x', run(), 1);
    expect((await evaluation.forceFlush()).status).to.equal('partial');
    expect(records.map(({ status }) => status)).to.eql([...faults.map(() => 'scorer_error'), 'scored']);
    expect(records[0]).to.deep.include({ error: { code: 'Error', message: 'broke: password=[redacted]' } });
    expect(records[0]).not.to.have.property('score');
    expect(records[2]?.error?.message).to.equal('Scorer "length" must return a score from 0 to 1, got 2.');
    expect(records[5]).to.include({ score: 0.5, pass: false });
    expect(evaluation.getStats()).to.include({ completed: 1, failed: 5 });
    expect(new Set(codes(diagnostics))).to.eql(new Set(['scorer_failed']));
  });

  it('[B10-4] a scorer that is too slow is told to stop, and its late answer is ignored', async () => {
    let signal: AbortSignal | undefined;
    const { evaluation, records } = watched({ scorers: [scorer((context) => { signal = context.signal; return new Promise(() => {}); }, { timeoutMs: 5 })] });
    evaluation.submit('x', run(), 1);
    expect((await evaluation.forceFlush()).status).to.equal('error');
    expect(records[0]).to.deep.include({ status: 'scorer_error', error: { code: 'TimeoutError', message: 'Scorer "length" did not answer within 5 ms.' } });
    expect(signal?.aborted).to.equal(true);
  });

  it('[B10-4] a store that throws or rejects is counted, and scoring goes on', async () => {
    for (const append of [() => { throw new Error('full'); }, async () => { throw new Error('full'); }]) {
      const { evaluation, diagnostics } = watched({ store: { append } });
      evaluation.submit('x', run(), 1);
      evaluation.submit('x', run(), 1);
      expect(await evaluation.forceFlush()).to.include({ status: 'error', completed: 2, storeFailed: 2, failed: 0 });
      expect(codes(diagnostics)).to.eql(['store_failed', 'store_failed']);
    }
  });

  it('[B10-4] after shutdown nothing is taken, and later shutdowns share the first answer', async () => {
    const { evaluation, records, diagnostics } = watched();
    evaluation.submit('x', run(), 1);
    const first = evaluation.shutdown();
    evaluation.submit('x', run(), 1);
    expect(evaluation.shutdown()).to.equal(first);
    expect(await first).to.include({ status: 'ok', sampled: 2, enqueued: 1, completed: 1, dropped: 1 });
    expect(records).to.have.length(1);
    expect(codes(diagnostics)).to.eql(['shut_down']);
  });

  it('[B10-4] a shutdown that runs out of time aborts what runs and drops what waits', async () => {
    let signal: AbortSignal | undefined;
    const { evaluation } = watched({ scorers: [scorer((context) => { signal = context.signal; return new Promise(() => {}); })] });
    evaluation.submit('x', run(), 1);
    evaluation.submit('x', run(), 1);
    expect(await evaluation.shutdown({ timeoutMs: 1 })).to.include({ status: 'timeout', dropped: 1 });
    expect(signal?.aborted).to.equal(true);
    expect(await evaluation.forceFlush()).to.include({ completed: 1, failed: 1 });
  });

  it('[B10-4] a flush waits for the runs before it only', async () => {
    const hold = gate();
    const slow = scorer(async ({ output }) => { if (output === 'slow') await hold.opened; return { score: 1 }; });
    const { evaluation } = watched({ scorers: [slow], maxConcurrent: 2 });
    evaluation.submit('x', run(), 1);
    const flushed = evaluation.forceFlush();
    evaluation.submit('x', run({ output: 'slow' }), 1);
    expect((await flushed).status).to.equal('ok');
    expect((await evaluation.forceFlush({ timeoutMs: 5 })).status).to.equal('timeout');
    hold.open();
    expect(await evaluation.forceFlush()).to.include({ status: 'ok', completed: 2 });
  });

  it('[B10-4] listeners that throw or reject, and a result that cannot be read, reach nobody', async () => {
    const { evaluation, records, diagnostics } = watched({ onResult: async () => { throw new Error('listener'); } });
    evaluation.submit('x', run(), 1);
    evaluation.submit('x', {} as EvaluatedRun, 1);
    evaluation.submit('x', null as unknown as EvaluatedRun, 1);
    await evaluation.forceFlush();
    expect(records).to.have.length(1);
    expect(codes(diagnostics).sort()).to.eql(['result_listener_failed', 'submit_failed', 'submit_failed']);
    const deaf = watched({ onDiagnostic: () => { throw new Error('listener'); }, maxQueueLength: 1 });
    deaf.evaluation.submit('x', run(), 1);
    expect(() => deaf.evaluation.submit('x', run(), 1)).not.to.throw();
    await deaf.evaluation.shutdown();
  });

  it('[B10-4] beyond maxEvaluationsPerMinute runs are dropped, each scorer counts, and a minute later there is room', async () => {
    let time = 0;
    const { evaluation, diagnostics } = watched({ scorers: [scorer(), scorer()], budget: { maxEvaluationsPerMinute: 5 } }, { now: () => time });
    for (let turn = 0; turn < 3; turn++) evaluation.submit('x', run(), 1);
    expect(evaluation.getStats()).to.include({ enqueued: 2, dropped: 1 });
    expect(codes(diagnostics)).to.eql(['rate_budget_exhausted']);
    time = 60_000;
    evaluation.submit('x', run(), 1);
    expect(evaluation.getStats()).to.include({ enqueued: 3, dropped: 1 });
    await evaluation.shutdown();
  });

  it('[B10-4] beyond maxCostPerHour runs are dropped until the hour has passed; without estimateCost the limit says that it is idle', async () => {
    let time = 0;
    const judge = scorer(() => ({ score: 1, usage: { input_tokens: 3, output_tokens: 1 }, model: 'judge' }));
    const costs: unknown[] = [];
    const { evaluation, diagnostics } = watched(
      { scorers: [judge], budget: { maxCostPerHour: 8 } },
      { now: () => time, estimateCost: (usage, model) => { costs.push([usage, model]); return usage.input_tokens + usage.output_tokens; } },
    );
    for (let turn = 0; turn < 3; turn++) evaluation.submit('x', run(), 1);
    expect(await evaluation.forceFlush()).to.include({ status: 'partial', completed: 2, dropped: 1 });
    expect(costs[0]).to.eql([{ input_tokens: 3, output_tokens: 1 }, 'judge']);
    expect(codes(diagnostics)).to.eql(['cost_budget_exhausted']);
    time = 3_600_000;
    evaluation.submit('x', run(), 1);
    expect(await evaluation.forceFlush()).to.include({ status: 'ok', completed: 3 });
    expect(codes(watched({ budget: { maxCostPerHour: 1 } }).diagnostics)).to.eql(['cost_budget_inactive']);
  });

  it('[B10-5] without a listener the console says each kind of fault at most once a minute; silent says nothing', () => {
    const lines: string[] = [];
    const original = console.warn;
    console.warn = (line: string) => lines.push(line);
    try {
      let time = 0;
      const fail = (): never => { throw new Error('rule'); };
      const evaluation = new OnlineEvaluation({ scorers: [scorer()], sample: fail }, { now: () => time });
      for (const at of [0, 1000, 59_999]) { time = at; evaluation.submit('x', run(), 1); }
      expect(lines).to.eql(['agent-conversation: evaluation.sample threw; the run is not evaluated. (sample_failed)']);
      evaluation.submit('x', {} as EvaluatedRun, 1);
      expect(lines).to.have.length(2);
      time = 60_000;
      evaluation.submit('x', run(), 1);
      expect(lines).to.have.length(3);
      new OnlineEvaluation({ scorers: [scorer()], sample: fail, diagnostics: 'silent' }).submit('x', run(), 1);
      expect(lines).to.have.length(3);
    } finally {
      console.warn = original;
    }
  });

  it('[B10-6] an input that is not shown is described', async () => {
    expect([describeInput('abc'), describeInput([1, 2]), describeInput(null), describeInput(undefined), describeInput({}), describeInput(5)]).to.eql([
      '[string input omitted; 3 characters]', '[array input omitted; 2 items]', '[null input]', '[undefined input]', '[object input omitted]', '[number input omitted]',
    ]);
    expect((await contextOf({}, 'secret words')).evalCase.input).to.equal('[string input omitted; 12 characters]');
  });

  it('[B10-7] a text stays as it is, other values are JSON, and what has none is said by String', () => {
    const cycle: unknown[] = ['a'];
    cycle.push(cycle);
    expect([serialize('a"b'), serialize([{ a: 1 }]), serialize(undefined), serialize(10n), serialize(cycle)]).to.eql(['a"b', '[{"a":1}]', 'undefined', '10', 'a,']);
    expect(serialize(Object.assign(Object.create(null) as object, { big: 1n }))).to.equal('[object Object]');
  });

  it('[B10-8] 8192 characters are untouched, 8193 end in the marker and are exactly 8192', () => {
    expect(boundPayload('x'.repeat(8192))).to.equal('x'.repeat(8192));
    const bounded = boundPayload('x'.repeat(8193));
    expect(bounded).to.have.length(8192);
    expect(bounded.endsWith('x\n[truncated at 8192 characters]')).to.equal(true);
  });

  it('[B10-9] redacted payloads stay readable, hold no media, and have no half of a secret at the cut', async () => {
    const messages: LLMMessage[] = [text('password=hunter2 ok'), { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(40_000) } }] }];
    const [record] = await recordsOf({ storePayloads: 'redacted' }, messages, run({ output: 'Bearer abcdefgh1' }));
    expect(JSON.parse(record?.payload?.input ?? '')).to.eql([
      { role: 'user', content: [{ type: 'text', text: 'password=[redacted]' }] },
      { role: 'user', content: [{ type: 'image', source: '[image: image/png; 30000 bytes]' }] },
    ]);
    expect(record?.payload?.output).to.equal('Bearer [redacted]');
    const straddling = `${'x'.repeat(8140)} sk-${'s'.repeat(40)} ${'y'.repeat(100)}`;
    expect(payloadOf(straddling, 'redacted')).to.have.length(8192).and.not.include('sss');
  });

  it('[B10-9] full payloads are bounded only', async () => {
    const [record] = await recordsOf({ storePayloads: 'full' }, 'password=hunter2', run({ output: 'password=hunter2' }));
    expect(record?.payload).to.eql({ input: 'password=hunter2', output: 'password=hunter2' });
    expect((await contextOf({ storePayloads: 'full' }, 'password=hunter2')).evalCase.input).to.equal('password=hunter2');
  });

  it('[B10-10] scorers get the raw output and the whole result, also under none and redacted', async () => {
    for (const storePayloads of ['none', 'redacted', 'full'] as const) {
      const error = new TypeError('x');
      const result = { ...run({ output: 'password=hunter2' }), messages: [text('token=abc')], error };
      const context = await contextOf({ storePayloads }, 'in', result);
      expect(context.output).to.equal('password=hunter2');
      expect(context.result).to.eql(result);
      expect((context.result as typeof result).error).to.equal(error);
      expect(context.metadata).to.eql({ tag: 'x' });
      expect(context.evalCase.id).to.equal(result.identity.runId);
    }
  });

  it('[B10-11] reason and details are redacted and bounded, and what cannot be kept is left out', async () => {
    const loop: Record<string, unknown> = { note: 'token=abc' };
    loop['loop'] = loop;
    const [record] = await recordsOf({ scorers: [scorer(() => ({ score: 1, reason: `password=x, ${'r'.repeat(2000)}`, details: { list: ['y'.repeat(2000)], apiKey: 'k', run: () => 1, loop } }))] });
    expect(record?.reason).to.have.length(1024).and.match(/^password=\[redacted\], r/);
    expect(record?.details).to.eql({ list: ['y'.repeat(1024)], apiKey: '[redacted]', loop: { note: 'token=[redacted]', loop: '[circular]' } });
  });

  it('[B10-12] a record says who scored which run, when, and how; it is plain, frozen data', async () => {
    const { evaluation, records } = watched({ scorers: [scorer(() => ({ score: 0.25, pass: true, usage: { input_tokens: 2, output_tokens: 1 } })), { name: 'plain', score: () => ({ score: 1 }) }], storePayloads: 'full' }, { now: () => 77 });
    const result = run();
    evaluation.submit('in', result, 1);
    await evaluation.forceFlush();
    const [first, second] = records as [EvalRecord, EvalRecord];
    expect(first).to.eql({
      schemaVersion: 1, recordId: first.recordId, evalRunId: evaluation.evalRunId, source: 'online', timestampUnixMs: 77, scorer: { name: 'length', version: '1' }, runRef: result.identity,
      metadata: { tag: 'x' }, status: 'scored', score: 0.25, pass: true, usage: { input_tokens: 2, output_tokens: 1 }, payload: { input: 'in', output: 'answer' },
    });
    expect(second).to.deep.include({ scorer: { name: 'plain' }, usage: { input_tokens: 0, output_tokens: 0 }, evalRunId: evaluation.evalRunId });
    expect(second.recordId).not.to.equal(first.recordId);
    expect(Object.isFrozen(first) && Object.isFrozen(first.payload)).to.equal(true);
    expect(JSON.parse(JSON.stringify(first))).to.eql(first);
  });

  it('[B10-12] all records of a run go to the store at once, and each to onResult', async () => {
    const batches: number[] = [];
    const told: EvalRecord[] = [];
    await recordsOf({ scorers: [scorer(), scorer()], store: { append: (records) => void batches.push(records.length) }, onResult: (record) => told.push(record) });
    expect(batches).to.eql([2]);
    expect(told).to.have.length(2);
  });

  it('[B4-10] what caller and scorers change after the call reaches no other scorer', async () => {
    const seen: unknown[] = [];
    const spoil: Scorer['score'] = ({ result, metadata, evalCase }) => {
      seen.push([result.output, metadata['tag'], evalCase.input]);
      Object.assign(result, { output: 'spoiled' });
      (metadata as Record<string, unknown>)['tag'] = 'spoiled';
      return { score: 1 };
    };
    const { evaluation } = watched({ scorers: [scorer(spoil), scorer(spoil)], storePayloads: 'full' });
    const [input, result] = [[text('first')], run()];
    evaluation.submit(input, result, 1);
    (input[0]!.content as unknown[]).length = 0;
    Object.assign(result, { output: 'changed' });
    await evaluation.forceFlush();
    const expected = ['answer', 'x', JSON.stringify([text('first')])];
    expect(seen).to.eql([expected, expected]);
  });

  it('[B10-T7] 9000 characters under full are 8192 that end in the marker', async () => {
    const [record] = await recordsOf({ storePayloads: 'full' }, 'x'.repeat(9000));
    expect(record?.payload?.input).to.have.length(8192).and.match(/\n\[truncated at 8192 characters\]$/);
  });

  it('[B10-T8] three messages under none are described to the scorer, and the record has no payload', async () => {
    const input = [text('a'), text('b'), text('c')];
    expect((await contextOf({ storePayloads: 'none' }, input)).evalCase.input).to.equal('[array input omitted; 3 items]');
    expect((await recordsOf({ storePayloads: 'none' }, input))[0]).not.to.have.property('payload');
  });
});
