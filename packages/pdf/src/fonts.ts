import { createRequire } from 'node:module'

const resolve = createRequire(import.meta.url).resolve

/**
 * The fonts of printed reports, in the order in which a character is looked for. Scripts come before symbols and mathematics, whose fonts have
 * letters of some scripts that do not join. Chinese and Japanese share the Han characters of one font.
 */
const families = [
  { name: 'Noto Sans', folder: 'noto-sans', file: 'NotoSans', weights: ['400Regular', '500Medium', '700Bold'] },
  { name: 'Noto Sans Arabic', folder: 'noto-sans-arabic', file: 'NotoSansArabic', weights: ['400Regular', '700Bold'] },
  { name: 'Noto Sans Hebrew', folder: 'noto-sans-hebrew', file: 'NotoSansHebrew', weights: ['400Regular', '700Bold'] },
  { name: 'Noto Sans Thai', folder: 'noto-sans-thai', file: 'NotoSansThai', weights: ['400Regular', '700Bold'] },
  { name: 'Noto Sans Bengali', folder: 'noto-sans-bengali', file: 'NotoSansBengali', weights: ['400Regular', '700Bold'] },
  { name: 'Noto Sans Tamil', folder: 'noto-sans-tamil', file: 'NotoSansTamil', weights: ['400Regular', '700Bold'] },
  { name: 'Noto Sans SC', folder: 'noto-sans-sc', file: 'NotoSansSC', weights: ['400Regular'] },
  { name: 'Noto Sans KR', folder: 'noto-sans-kr', file: 'NotoSansKR', weights: ['400Regular'] },
  { name: 'Noto Sans Symbols', folder: 'noto-sans-symbols', file: 'NotoSansSymbols', weights: ['400Regular'] },
  { name: 'Noto Sans Symbols 2', folder: 'noto-sans-symbols-2', file: 'NotoSansSymbols2', weights: ['400Regular'] },
  { name: 'Noto Sans Math', folder: 'noto-sans-math', file: 'NotoSansMath', weights: ['400Regular'] },
] as const

export const fontNames = families.map(({ name }) => name)

/** The files of the fonts; all of a weight that is not here is never read (infra/docker/Dockerfile leaves it out). */
export const fontFiles = families.flatMap(({ folder, file, weights }) =>
  weights.map((weight) => resolve(`@expo-google-fonts/${folder}/${weight}/${file}_${weight}.ttf`)),
)
