const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * In lines from right to left, signs such as < and ≤ are drawn mirrored (Unicode Bidirectional Algorithm, L4), on the screen too. The typesetter mirrors ≤
 * and not ≥, which then says the opposite; of ⩽ and ⩾, which say the same, it mirrors both.
 */
export function withMirroredSigns(text: string): string {
  return rightToLeft.test(text) ? text.replaceAll('≤', '⩽').replaceAll('≥', '⩾') : text
}
