/** English word lists for the search: stop words, light words, question words, number words and spellings of units. */

/** Words that are ignored in queries, unless a query consists only of them, and indexed only as part of a title. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all also although am an and any anyone are arent around as at be because been before being but by can cannot cant could couldnt did
  didnt do does doesnt doing dont down each either else ever every for from get gets getting give gives go goes going got had has hasnt have
  havent having he her here hers him his how however i id if ill im in into is isnt it its itself ive just know let lets like me might mine
  many more most much must my need needs no nor not of off ok okay on once one only or other our ours out over own please really said same say
  says see shall she should shouldnt so some somebody someone something such tell than that thats the their theirs them then there theres
  these they theyre thing things this those through to too under until up upon us very want wants was wasnt way we well were
  werent what whats when where wheres whether which while who whom whose why will with within without wont would wouldnt yes you your yours
  youre`.split(/\s+/),
)

/** Maps each spelling of a unit after a number to its canonical form. */
export const UNIT_SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kw: 'kw kws kilowatt kilowatts',
    kwh: 'kwh kwhs',
    kwp: 'kwp',
    w: 'w watt watts',
    wh: 'wh',
    wp: 'wp',
    mwh: 'mwh',
    v: 'v volt volts',
    a: 'a amp amps ampere amperes',
    ma: 'ma milliamp milliamps',
    va: 'va',
    kva: 'kva',
    mile: 'mile miles mi',
    mph: 'mph',
    km: 'km kms kilometre kilometres kilometer kilometers',
    m: 'm metre metres meter meters',
    mm: 'mm millimetre millimetres',
    cm: 'cm centimetre centimetres',
    kg: 'kg kgs kilo kilos kilogram kilograms',
    g: 'g gram grams',
    l: 'l litre litres liter liters',
    db: 'db dba decibel decibels',
    c: 'c degc',
    bar: 'bar',
    hz: 'hz',
    hour: 'h hr hrs hour hours',
    min: 'min mins minute minutes',
    day: 'day days',
    week: 'week weeks',
    month: 'month months',
    year: 'yr yrs year years',
    percent: 'percent pc',
    phase: 'phase phases',
    pin: 'pin pins',
    tonne: 'tonne tonnes',
    seat: 'seat seats seater',
    m2: 'm2 sqm',
    m3: 'm3',
    ton: 'ton tons',
    bed: 'bed bedroom bedrooms',
    degree: 'degree degrees deg',
    pence: 'p pence',
  }).flatMap(([unit, forms]) => forms.split(' ').map((form) => [form, unit] as const)),
)

/** Maps number words to digits. They are only recognised before a unit: `three phase`, `twenty litres`. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
)

/** Stemmed words that say little about the subject of a query. */
export const LIGHT_TERMS: ReadonlySet<string> = new Set(
  `work use good bad worth help way find look make take put keep come tri becom happen start realli actual possibl differ right enough person time ever still alreadi
  alway usual often long old thing tell advis`.split(/\s+/),
)

/** Words that begin a question. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'how what whats when where which who why is are do does did can could may should shall will would am has have'.split(' '),
)
