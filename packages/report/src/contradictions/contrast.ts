/** A part of a text. */
type Place = { from: number; to: number }

const both =
  /\b(?:with(?:out)? and with(?:out)?|before and after|pre-? ?(?:and|&|\/) ?post-?|un-?enhanced and (?:contrast-?)?enhanced|non-?contrast and|unenhanced (?:and )?then|multi-?phas|bi-?phasic|followed by|triphasic|plain and)/iu
const oral =
  /\b(?:positive |with |and |after |following |neutral )?(?:oral|rectal|enteric)(?: and (?:oral|rectal))? contrast(?: (?:medium|agent|material))?/giu
const without =
  /\b(?:without|no|non-?|w\/o)[ -]?(?:the )?(?:(?:use|administration) of )?(?:iv |i\.v\. |intravenous |iodinated |intra-?arterial )?(?:contrast|gad(?:olinium)?)\b|\bun-?enhanced\b|\bnon-?enhanced\b|\bplain (?:ct|mri?)\b|\bnative scan\b|\bcontrast(?: medium)?: ?(?:none|no|not given)\b|\bcontrast was not (?:given|administered)\b|\bnon-?contrast\b/iu
const with_ =
  /\b(?:with|after|following|post|plus|using)[ -]?(?:the )?(?:(?:administration|injection) of )?(?:\d+ ?ml (?:of )?)?(?:iv |i\.v\. |intravenous |non-?ionic |iodinated )*(?:contrast|gad(?:olinium)?)\b|\bcontrast-?[ -]?enhanced\b|\bpost-?contrast\b|\b(?:arterial|portal(?: venous)?|venous|nephrographic|delayed|excretory) phase\b|\b(?:nephrographic|excretory|portovenous)\b|\b(?:arterial|portal(?: venous)?|venous) \d{1,3} ?s\b|\bct (?:pulmonary )?angiogra(?:m|phy)\b|\bctp?a\b|\bgadolinium\b|\bcontrast: ?(?:yes|iv|intravenous|given|iodinated|gadolinium|\d)/iu

const enhanced =
  /\b(?:enhanc(?:es|ing|ement)|does not enhance|contrast-enhanced (?:mra|series|sequences|images|scan)|dynamic (?:contrast-enhanced )?series|contrast-filled|opacif(?:y|ies|ied)(?= (?:well|homogeneously|normally))|hyperenhanc\w*|rim-enhancing|(?:arterial|portal venous|portal|venous|nephrographic|delayed|excretory) phase|post-?contrast|washout|after (?:iv |intravenous )?(?:contrast|gad(?:olinium)?))\b/giu
const unenhanced =
  /\b(?:unenhanced (?:ct|mri?|study|examination|scan|technique|images?)|non-?contrast (?:ct|mri?|study|examination|scan|technique)|(?:lack|absence) of (?:iv |intravenous )?contrast|no (?:iv |intravenous )?contrast was (?:given|administered)|without (?:iv |intravenous )?contrast|contrast was not (?:given|administered)|no post-?contrast images|unenhanced series|done without (?:iv |intravenous )?contrast)\b/giu
/** Of another study. */
const ofAnother =
  /\b(?:previous|prior|earlier|recommend\w*|suggest\w*|advis\w*|consider|further|correlat\w*|follow-?up|mr[ai]? with|ct with|initial|before|baseline)\b/iu
/** That it cannot be told without contrast. */
const notAssessed = /\b(?:cannot|not (?:be )?(?:assess|evaluat)\w*|limited|would|could|if|unknown|unavailable)\b/iu

type Given = 'with' | 'without' | null

const isWithout = new RegExp(without.source, 'giu')
/** True if a text says that contrast was given in one part of the examination, and not in another. */
const isOfBoth = (text: string) => both.test(text) || (without.test(text) && with_.test(text.replace(isWithout, ' ')))

/** Reports whether a technique or a description says that contrast was given; null if it says nothing, or both. */
function contrastOf(text: string): Given {
  const said = text.replace(oral, ' ')
  if (both.test(said)) return null
  const none = without.test(said)
  const rest = said.replace(isWithout, ' ')
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

/** Words about this examination, whatever its technique says of its phases. */
const certain =
  /\b(?:only (?:an |the )?(?:unenhanced|non-?contrast|native) (?:series|phase|images?|scan)|no post-?contrast (?:images?|series|sequences?) (?:were|was|are|is)|this (?:examination|study|scan) was (?:done|performed|obtained) without (?:iv |intravenous )?contrast)\b/giu

/** Returns words of a text that do not go with the contrast of the examination. */
export function contrastAgainst(technique: string, description: string, text: string): (Place & { given: 'with' | 'without' })[] {
  const isBoth = isOfBoth(technique.replace(oral, ' ')) || (both.test(description) && contrastOf(technique) === null)
  const given = isBoth ? 'with' : (contrastOf(technique) ?? contrastOf(description))
  if (given === null) return []
  const pattern = isBoth ? certain : given === 'with' ? unenhanced : enhanced
  const found = [...text.matchAll(pattern)].flatMap((match) => {
    const place = { from: match.index, to: match.index + match[0].length }
    const around = sentenceAround(text, place)
    const isExcused = pattern !== certain && (ofAnother.test(around) || (given === 'without' && notAssessed.test(around)))
    return isExcused ? [] : [{ ...place, given }]
  })
  if (given !== 'with' || found.length > 0) return found
  return [...text.matchAll(certain)].map(({ index, 0: words }) => ({ from: index, to: index + words.length, given }))
}

/** True if the technique says otherwise than the description of the study. */
export function isOtherContrast(technique: string, description: string): boolean {
  const [own, described] = [contrastOf(technique), contrastOf(description)]
  return own !== null && described !== null && own !== described
}
