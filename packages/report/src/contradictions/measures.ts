import { sizeIn } from './assertions.ts'
import { findPhrases, phrasesOf, type ReadText } from './clauses.ts'

type Organ = {
  /** In millimetres: from here it is not normal. */
  from: number
  /** Words that call it normal, in the same text. */
  normal: RegExp
}

const names = phrasesOf({
  spleen: 'spleen, splenic length, spleen size',
  anyAorta: 'aorta',
  aorta: 'abdominal aorta, infrarenal aorta, infrarenal abdominal aorta',
  ascendingAorta: 'aortic root, ascending aorta, ascending thoracic aorta',
  bileDuct: 'common bile duct, CBD, common duct, bile duct, duct calibre, duct caliber, biliary tree',
  appendix: 'appendix',
  portalVein: 'portal vein',
  liver: 'liver span, liver length, liver',
  node: 'lymph node, node',
})

const normalVessel =
  /normal (?:in )?calib(?:re|er)|not (?:aneurysmal|dilated)|no (?:abdominal aortic )?aneurysm|unremarkable|normal in size/iu

/**
 * Sizes from which an organ is not normal, with a margin above the limits that textbooks give, so that what can be argued about raises no alarm.
 */
const organs: Record<typeof names extends ReadonlyMap<string, readonly { name: infer Name }[]> ? Name & string : never, Organ> = {
  spleen: {
    from: 140,
    normal: /normal in size|normal size|normal-sized|not enlarged|no splenomegaly|(?:is|appears) normal|unremarkable/iu,
  },
  aorta: {
    from: 32,
    normal: normalVessel,
  },
  anyAorta: { from: 42, normal: normalVessel },
  ascendingAorta: {
    from: 42,
    normal:
      /normal (?:in )?calib(?:re|er)|normal (?:aortic root|ascending)|not (?:aneurysmal|dilated)|no aneurysm|unremarkable|normal in size/iu,
  },
  bileDuct: {
    from: 10,
    normal:
      /not dilated|normal (?:in |duct )?calib(?:re|er)|no (?:biliary|ductal) (?:dilatation|dilation)|undilated|non-?dilated|of normal (?:calib(?:re|er)|width|diameter)/iu,
  },
  appendix: { from: 8, normal: /normal|unremarkable|no (?:evidence of |signs? of )?appendicitis/iu },
  portalVein: { from: 16, normal: /normal (?:in )?calib(?:re|er)|not dilated|normal diameter/iu },
  liver: { from: 190, normal: /normal in size|normal size|not enlarged|no hepatomegaly/iu },
  node: { from: 18, normal: /no (?:significant |pathological |suspicious )?(?:lymph)?adenopathy|not enlarged|no enlarged/iu },
}

/** `cardiothoracic ratio of 0.64`, `CTR 64 %` */
const heartRatio = /\b(?:cardio-?thoracic ratio|CTR)(?: is| of|:)? ?(?:0[.,](\d{2})|(\d{2}) ?%)/giu
/** Of the chest, in percent; with a margin above the half that textbooks give. */
const widestHeart = 57
const normalHeart =
  /\b(?:heart size (?:is )?(?:normal|within normal limits)|normal (?:heart|cardiac)|heart (?:is )?(?:not enlarged|normal|of normal size)|no cardiomegaly|cardiac silhouette is (?:normal|within normal))/iu

/** Returns the ratios of a heart that is wide, and called normal. */
export function wideHearts(findings: string, impression: string): { percent: number; from: number; to: number }[] {
  if (!normalHeart.test(findings) && !normalHeart.test(impression)) return []
  return [...findings.matchAll(heartRatio)].flatMap((match) => {
    const percent = Number(match[1] ?? match[2])
    return percent >= widestHeart ? [{ percent, from: match.index, to: match.index + match[0].length }] : []
  })
}

/** A measure that is not normal beside words that call it so, with the place of the measure. */
export type Measure = { organ: string; millimetres: number; from: number; to: number }

/** The clauses of a text that name an organ, each with its words. */
const named = ({ text, clauses }: ReadText) =>
  clauses.flatMap((clause) => {
    const [hit] = findPhrases(clause, names)
    const [from, to] = [clause[0]?.from ?? 0, clause.at(-1)?.to ?? 0]
    return hit ? [{ clause, hit, from, to, words: text.slice(from, to) }] : []
  })

/** Returns organs of the findings that are called normal, there or in the impression, with a size that is not. */
export function abnormalMeasures(findings: ReadText, impression: ReadText): Measure[] {
  const all = named(findings)
  const isNormal = ({ hit, words }: (typeof all)[number]) => organs[hit.name].normal.test(words)
  const normal = new Set([...all, ...named(impression)].filter(isNormal).map(({ hit }) => hit.name))
  return all.flatMap(({ clause, hit, from, to }) => {
    const millimetres = sizeIn(clause, hit.last + 1, clause.length - 1)
    if (
      millimetres === null ||
      millimetres < organs[hit.name].from ||
      !(normal.has(hit.name) || (hit.name.endsWith('orta') && normal.has('anyAorta')))
    )
      return []
    const organ = findings.text.slice(clause[hit.first]?.from ?? from, clause[hit.last]?.to ?? to)
    return [{ organ, millimetres, from, to }]
  })
}
