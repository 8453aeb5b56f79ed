import { expect } from 'chai';
import { candidateAgents, isAgentAllowed, resolveAgent } from '../../src/run/agent-directory.js';

const agents = ['MANAGER', 'aaa', 'bbb', 'ccc'].map((id) => ({ id, name: id }));
const ids = async (options: Parameters<typeof candidateAgents>[1]): Promise<string[]> => (await candidateAgents(agents, options)).map(({ id }) => id);

describe('agent directory', () => {
  it('[A1-T1] without a list every other agent can be asked', async () => {
    expect(await ids({ resolvedId: 'manager' })).to.eql(['aaa', 'bbb', 'ccc']);
    expect(await ids({ resolvedId: 'manager', allowed: null })).to.eql(['aaa', 'bbb', 'ccc']);
  });

  it('[A1-T1] an agent with a parent, one that is not active and a sub-agent are not offered', async () => {
    const rows = [
      { id: 'm', name: 'm' },
      { id: 'child', name: 'c', parentId: 'm' },
      { id: 'off', name: 'o', status: 'Disabled' },
      { id: 'sub', name: 's', invocationMode: 'Sub-Agent' },
      { id: 'any', name: 'a', parentId: null, status: 'Active', invocationMode: 'Any' },
      { id: 'bare', name: 'b', status: null, invocationMode: null },
    ];
    expect((await candidateAgents(rows, { resolvedId: 'M' })).map(({ id }) => id)).to.eql(['any', 'bare']);
  });

  it('[A1-T2] an empty list leaves nobody to ask and the manager where it is', async () => {
    expect(await ids({ resolvedId: 'manager', allowed: [] })).to.eql([]);
    expect(resolveAgent({ agents, explicitAgentId: 'manager' }).id).to.equal('MANAGER');
  });

  it('[A1-T3] ids in another letter case are the same', async () => {
    expect(await ids({ resolvedId: 'manager', allowed: ['AAA', 'Ccc'] })).to.eql(['aaa', 'ccc']);
  });

  it('[A1-T10] no agent at all is a descriptive error', () => {
    expect(() => resolveAgent({ agents: [] })).to.throw('Could not resolve a default conversation manager agent').with.property('code', 'NO_DEFAULT_AGENT');
  });

  it('[A1-T11] a permission check that throws or says no drops that agent only', async () => {
    const canRun = (id: string): boolean | Promise<boolean> => {
      if (id === 'aaa') throw new Error('down');
      return id === 'bbb' ? Promise.reject(new Error('late')) : true;
    };
    expect(await ids({ resolvedId: 'manager', canRun })).to.eql(['ccc']);
    expect(await ids({ resolvedId: 'manager', canRun: (id) => id !== 'ccc' })).to.eql(['aaa', 'bbb']);
  });

  it('[A5.1] explicit, application, global, first; an unknown id warns and the next decides', () => {
    const warned: string[] = [];
    const base = { agents, applicationId: 'App', applicationDefaults: { app: 'bbb' }, defaultAgentId: 'ccc', warn: (text: string) => warned.push(text) };
    expect(resolveAgent({ ...base, explicitAgentId: 'AAA' }).id).to.equal('aaa');
    expect(resolveAgent(base).id).to.equal('bbb');
    expect(resolveAgent({ ...base, applicationId: null }).id).to.equal('ccc');
    expect(resolveAgent({ agents }).id).to.equal('MANAGER');
    const sage = { id: 'ddd', name: 'Sage' };
    expect([resolveAgent({ agents: [...agents, sage] }).id, resolveAgent({ ...base, agents: [...agents, sage], applicationId: null }).id]).to.eql(['ddd', 'ccc']);
    expect(warned).to.eql([]);
    expect(resolveAgent({ ...base, explicitAgentId: 'gone', applicationDefaults: { app: 'gone too' } }).id).to.equal('ccc');
    expect(warned).to.have.length(2);
    expect(warned[0]).to.include('explicitAgentId').and.include('gone');
  });

  it('[A5.2] nobody is never allowed', () => {
    expect([isAgentAllowed(null, null), isAgentAllowed('a', null), isAgentAllowed('a', []), isAgentAllowed('A', ['a'])]).to.eql([false, true, false, true]);
  });
});
