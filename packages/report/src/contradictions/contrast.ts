/** A part of a text. */
type Place = { from: number; to: number }

const both =
  /\b(?:with(?:out)? and with(?:out)?|before and after|pre-? ?(?:and|&|\/) ?post-?|un-?enhanced and (?:contrast-?)?enhanced|non-?contrast and|multi-?phas|followed by|triphasic|plain and)/iu
const oral =
  /\b(?:positive |with |and |after |following |neutral )?(?:oral|rectal|enteric)(?: and (?:oral|rectal))? contrast(?: (?:medium|agent|material))?/giu
const without =
  /\b(?:without|no|non-?)[ -]?(?:the )?(?:(?:use|administration) of )?(?:iv |i\.v\. |intravenous |iodinated |intra-?arterial )?(?:contrast|gadolinium)\b|\bun-?enhanced\b|\bnon-?enhanced\b|\bplain (?:ct|mri?)\b|\bcontrast(?: medium)?: ?(?:none|no|not given)\b|\bcontrast was not (?:given|administered)\b|\bnon-?contrast\b/iu
const with_ =
  /\b(?:with|after|following|post|plus|using)[ -]?(?:the )?(?:(?:administration|injection) of )?(?:\d+ ?ml (?:of )?)?(?:iv |i\.v\. |intravenous |non-?ionic |iodinated )*(?:contrast|gadolinium)\b|\bcontrast-?[ -]?enhanced\b|\bpost-?contrast\b|\b(?:arterial|portal(?: venous)?|venous|nephrographic|delayed|excretory) phase\b|\bct (?:pulmonary )?angiogra(?:m|phy)\b|\bctp?a\b|\bgadolinium\b|\bcontrast: ?(?:yes|iv|intravenous|given|iodinated|gadolinium|\d)/iu

const enhanced =
  /\b(?:enhanc(?:es|ing|ement)|hyperenhanc\w*|rim-enhancing|(?:arterial|portal venous|portal|venous|nephrographic|delayed|excretory) phase|post-?contrast|washout|after (?:iv |intravenous )?(?:contrast|gadolinium))\b/giu
const unenhanced =
  /\b(?:unenhanced (?:ct|mri?|study|examination|scan|technique|images?)|non-?contrast (?:ct|mri?|study|examination|scan|technique)|(?:lack|absence) of (?:iv |intravenous )?contrast|no (?:iv |intravenous )?contrast was (?:given|administered)|without (?:iv |intravenous )?contrast|contrast was not (?:given|administered))\b/giu
/** Of another study. */
const ofAnother =
  /\b(?:previous|prior|earlier|recommend\w*|suggest\w*|advis\w*|consider|further|correlat\w*|follow-?up|mr[ai]? with|ct with|initial|before|baseline)\b/iu
/** That it cannot be told without contrast. */
const notAssessed = /\b(?:cannot|not (?:be )?(?:assess|evaluat)\w*|limited|would|could|if)\b/iu

type Given = 'with' | 'without' | null

/** Reports whether a technique or a description says that contrast was given; null if it says nothing, or both. */
function contrastOf(text: string): Given {
  const said = text.replace(oral, ' ')
  if (both.test(said)) return null
  const none = without.test(said)
  const rest = said.replace(new RegExp(without.source, 'giu'), ' ')
  if (with_.test(rest)) return none ? null : 'with'
  return none ? 'without' : null
}

/** As far as a sentence is looked at before and behind a word. */
const reach = 200

function sentenceAround(text: string, { from, to }: Place): string {
  const before = text.slice(Math.max(0, from - reach), from)
  const behind = text.slice(to, to + reach)
  const end = behind.search(/[.\n]/)
  return (
    before.slice(Math.max(before.lastIndexOf('.'), before.lastIndexOf('\n')) + 1) +
    text.slice(from, to) +
    (end < 0 ? behind : behind.slice(0, end))
  )
}

/** Returns words of a text that do not go with the contrast of the examination. */
export function contrastAgainst(technique: string, description: string, text: string): (Place & { given: 'with' | 'without' })[] {
  const given = contrastOf(technique) ?? contrastOf(description)
  if (given === null || both.test(technique)) return []
  return [...text.matchAll(given === 'with' ? unenhanced : enhanced)].flatMap((match) => {
    const place = { from: match.index, to: match.index + match[0].length }
    const around = sentenceAround(text, place)
    const isExcused = ofAnother.test(around) || (given === 'without' && notAssessed.test(around))
    return isExcused ? [] : [{ ...place, given }]
  })
}

/** True if the technique says otherwise than the description of the study. */
export function isOtherContrast(technique: string, description: string): boolean {
  const [own, described] = [contrastOf(technique), contrastOf(description)]
  return own !== null && described !== null && own !== described
}
