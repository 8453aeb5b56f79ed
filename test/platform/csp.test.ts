/** The half of the net around a test page that sits outside of it: what the browser says that it asked for. */
import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { watchRequests } from '../../.ci/strict-page.mjs';

const request = (url: string, errorText?: string) => ({ url: () => url, failure: () => (errorText === undefined ? null : { errorText }) });

describe('requests of a test page', () => {
  it('[UI-policy] one that leaves for another server fails the file, whether it is answered or not', () => {
    const page = new EventEmitter();
    const errors = watchRequests(page);
    for (const url of ['http://localhost:8000/a.js', 'http://127.0.0.1:8000/', 'data:,', 'blob:http://localhost:8000/1']) page.emit('request', request(url));
    expect(errors()).to.deep.equal([]);
    const lost = request('https://leak.example.test/p.png?d=1', 'net::ERR_NAME_NOT_RESOLVED');
    page.emit('request', lost);
    page.emit('requestfailed', lost);
    page.emit('request', request('wss://localhost.example.test/'));
    expect(errors().map(({ message }) => message)).to.deep.equal(['The page asked another server: https://leak.example.test/p.png?d=1', 'The page asked another server: wss://localhost.example.test/']);
  });

  it('[UI-policy] one that the policy kept from being sent was not made', () => {
    const page = new EventEmitter();
    const errors = watchRequests(page);
    const blocked = request('https://leak.example.test/p.png', 'csp');
    page.emit('request', blocked);
    page.emit('requestfailed', blocked);
    expect(errors()).to.deep.equal([]);
  });
});
