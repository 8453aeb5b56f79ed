import { expect } from 'chai';
import { dayLabel, dayNumber, formatElapsed, formatTime, machineTime, nextMidnight } from '../../src/ui/duration.js';

const zone = process.env['TZ'];

function inZone(name: string): void {
  process.env['TZ'] = name;
}

describe('duration', () => {
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('[UI-elapsed] elapsed time reads m:ss, from an hour on h:mm:ss', () => {
    expect([0, 999, 1000, 59_999, 60_000, 3_599_000, 3_600_000, 36_061_000].map((ms) => formatElapsed(ms, 'en'))).to.deep.equal([
      '0:00', '0:00', '0:01', '0:59', '1:00', '59:59', '1:00:00', '10:01:01',
    ]);
  });

  it('[UI-elapsed] elapsed time is never negative and never spelled NaN', () => {
    expect([-1, -5000, Number.NaN, Infinity, -Infinity].map((ms) => formatElapsed(ms, 'en'))).to.deep.equal(Array(5).fill('0:00'));
  });

  it('[case 56] digits and the order of a time come from the locale', () => {
    const time = new Date(2026, 2, 2, 15, 5).getTime();
    expect(formatTime(time, 'de-DE')).to.equal('15:05');
    expect(formatTime(time, 'en-US')).to.match(/^03:05\sPM$/);
    expect(formatElapsed(6000, 'ar-EG')).to.equal('٠:٠٦');
    expect(dayLabel(time, time + 86_400_000, 'de-DE')).to.equal('Gestern');
    expect(dayLabel(time, time, 'ja-JP')).to.equal('今日');
  });

  it('[case 56] a malformed language tag or time does not throw', () => {
    expect(formatTime(Date.now(), 'not_a tag')).to.not.equal('');
    expect(formatTime(Number.NaN, 'en')).to.equal('');
    expect(machineTime(1e20)).to.equal('');
    expect(dayLabel(Number.NaN, Date.now(), 'en')).to.equal('');
  });

  it('[case 56] days are the reader’s calendar days, not those of UTC', () => {
    inZone('Australia/Sydney');
    const now = Date.parse('2026-03-02T09:30:00+11:00');
    expect(dayLabel(Date.parse('2026-03-01T23:50:00+11:00'), now, 'en')).to.equal('Yesterday');
    expect(dayLabel(Date.parse('2026-03-02T00:30:00+11:00'), now, 'en')).to.equal('Today');
  });

  it('[case 56] a day of 23 hours is still one day', () => {
    inZone('America/New_York');
    const now = Date.parse('2026-03-08T12:00:00-04:00');
    const before = now - 23.5 * 3_600_000;
    expect(dayLabel(before, now, 'en')).to.equal('Yesterday');
    expect(dayNumber(now) - dayNumber(before)).to.equal(1);
    expect(nextMidnight(Date.parse('2026-03-08T00:00:00-05:00'))).to.equal(Date.parse('2026-03-09T00:00:00-04:00'));
  });

  it('[case 56] older days carry their date, other years their year too', () => {
    const now = new Date(2026, 4, 20, 12).getTime();
    expect(dayLabel(new Date(2026, 4, 11, 9).getTime(), now, 'en-GB')).to.match(/Monday,? 11 May/);
    expect(dayLabel(new Date(2025, 4, 11, 9).getTime(), now, 'en-GB')).to.equal('11 May 2025');
    expect(dayLabel(new Date(2026, 4, 21, 9).getTime(), now, 'en-GB')).to.match(/21 May/);
  });
});
