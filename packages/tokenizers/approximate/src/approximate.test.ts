import { kinds } from '@graphwright/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approximateTokenizer, createApproximate } from './index.ts';

const tokenizer = createApproximate();

describe('estimating', () => {
  // The dearer count of cl100k_base and o200k_base for each sentence, by tiktoken.
  it.each([
    [54, 'Die Gemeinschaft untersucht seit mehreren Jahren, wie sich überschwemmte Flächen auf die Bevölkerungsentwicklung auswirken, und veröffentlicht regelmäßig Zusammenfassungen für die Öffentlichkeit.'],
    [62, 'Zespół badawczy stwierdził, że współczesne społeczeństwo potrzebuje źródeł energii, które będą jednocześnie tanie, bezpieczne i przyjazne środowisku naturalnemu.'],
    [57, 'Nhóm nghiên cứu cho biết phần lớn người dân sống ở vùng ven sông đã chuyển lên vùng cao hơn sau trận lũ lớn năm ngoái.'],
    [67, 'Исследователи обнаружили, что большинство жителей прибрежных посёлков переселились в более высокие районы после прошлогоднего наводнения.'],
    [122, 'Οι ερευνητές διαπίστωσαν ότι οι περισσότεροι κάτοικοι των παραθαλάσσιων χωριών μετακόμισαν σε ψηλότερες περιοχές μετά την πλημμύρα.'],
    [68, 'وجد الباحثون أن معظم سكان القرى الساحلية انتقلوا إلى مناطق أعلى بعد الفيضان الذي وقع في العام الماضي.'],
    [107, 'शोधकर्ताओं ने पाया कि तटीय गाँवों के अधिकांश निवासी पिछले वर्ष की बाढ़ के बाद ऊँचे क्षेत्रों में चले गए।'],
    [103, 'นักวิจัยพบว่าชาวบ้านส่วนใหญ่ที่อาศัยอยู่ตามหมู่บ้านชายฝั่งได้ย้ายไปยังพื้นที่สูงหลังจากน้ำท่วมเมื่อปีที่แล้ว'],
    [56, '연구자들은 해안 마을 주민 대부분이 지난해 홍수 이후 더 높은 지역으로 이주했다는 사실을 알아냈다.'],
    [63, '研究者たちは、沿岸の村に住む人々の多くが、昨年の洪水の後でより高い地域へ移り住んだことを明らかにした。'],
    [62, '研究人员发现，沿海村庄的大多数居民在去年的洪水之后搬到了地势更高的地区，并在那里重新建立了社区和学校。'],
    [73, '研究人員發現，沿海村莊的大多數居民在去年的洪水之後搬到了地勢更高的地區，並在那裡重新建立了社區和學校。'],
    [230, 'მკვლევრებმა აღმოაჩინეს, რომ სანაპირო სოფლების მცხოვრებთა უმეტესობა შარშანდელი წყალდიდობის შემდეგ მაღალ ადგილებში გადავიდა.'],
    [50, '😀🎉🚀👩‍👩‍👧‍👦🇩🇪🏳️‍🌈❤️✅⚠️'],
  ])('gives between %i tokens and two fifths more for: %s', (tokens, text) => {
    const estimate = tokenizer.count(text);
    expect(estimate).toBeGreaterThanOrEqual(tokens);
    expect(estimate).toBeLessThanOrEqual(1.4 * tokens);
  });

  it('is 0 for the empty text alone, whole, and no more than three tokens and a half a character', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), fc.string());
    fc.assert(
      fc.property(texts, (text) => {
        const estimate = tokenizer.count(text);
        expect(Number.isInteger(estimate)).toBe(true);
        expect(estimate === 0).toBe(text === '');
        expect(estimate).toBeLessThanOrEqual(3.5 * text.length + 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('prices separators, rules and numbers by what they are', () => {
    expect(tokenizer.count('-----Reports-----')).toBeLessThanOrEqual(5);
    expect(tokenizer.count('='.repeat(1600))).toBeLessThan(200);
    expect(tokenizer.count('1234567890')).toBe(5);
  });

  it('says that it estimates', () => {
    const port = approximateTokenizer.resolve({}, {}).create();
    expect(kinds.tokenizer.check(port) && [port.encoding, port.exact, port.count('')]).toEqual(['approximate', false, 0]);
  });
});
