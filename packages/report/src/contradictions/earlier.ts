const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/** Words for another day, as parts of a pattern. */
export const times = [
  `(?:last|the previous) (?:week|month|year|night|spring|summer|autumn|winter|${months}|\\p{L}+day)\\b`,
  'yesterday\\b',
  '(?:the )?(?:day|week|month|year) before\\b',
  '(?:a|an|one|two|three|four|five|six|several|\\d{1,2}) (?:hour|day|week|month|year)s? (?:ago|earlier|before)\\b',
  `\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${months})\\b`,
  `(?:${months})(?: \\d{1,4})?\\b`,
  '\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}',
  '\\d{4}-\\d{2}-\\d{2}',
  '(?:19|20)\\d\\d\\b',
]
/** Names of examinations, as a part of a pattern. */
export const studyNames =
  'ultrasound|sonogra(?:m|phy)|cta?|mr[ai]?|films?|radiographs?|x-?rays?|stud(?:y|ies)|examinations?|exams?|scans?|mammogra(?:ms?|phy)|images?|angiogra(?:m|phy)|echo(?:cardiogra(?:m|phy))?|scintigraphy|pet[-/ ]?ct'

/** A sentence that begins with an examination of another day: `Ultrasound of last week: …`, `Yesterday's film`. Behind "since" or "than", it compares. */
const earlier = new RegExp(
  `^\\W{0,3}(?:(?:(?!(?:since|than|compared|unlike|like|versus|vs|with|to|no|not|new|as)\\b)[\\p{L}-]{1,20} ){0,4}(?:${studyNames}) (?:(?:scan|study|examination|film|of the [\\p{L}-]{1,20}) )?\\(?(?:of|from|on|dated|in|done|performed|taken|obtained)(?: on| in)? ?(?:the )?(?:${times.join('|')})|(?:(?:on|in|at) )?(?:yesterday|last (?:week|month|year))['’]s )`,
  'iu',
)

/** Ends of what is said of one examination: `…, now resolved`. */
const parts = /[.;!?](?=\s|$)|\n|,? \b(?=(?:but|now|today|currently|whereas|while)\b)/giu

/** Returns a text of the same length in which sentences about an earlier examination are blank. */
export function withoutEarlier(text: string): string {
  const ends = [...text.matchAll(parts)].map(({ index, 0: mark }) => index + mark.length)
  const starts = [0, ...ends]
  return starts
    .map((start, index) => {
      const part = text.slice(start, starts[index + 1] ?? text.length)
      return earlier.test(part) ? part.replace(/[^\n.;!?]/gu, (letter) => ' '.repeat(letter.length)) : part
    })
    .join('')
}
