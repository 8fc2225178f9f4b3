/** A concept by its value, scheme and meaning. */
export type Code = readonly [value: string, scheme: string, meaning: string]
/** Attributes by keyword. */
export type Item = Record<string, unknown>

/** Returns a concept as a sequence of one item. */
export const coded = ([CodeValue, CodingSchemeDesignator, CodeMeaning]: Code) => [
  { CodeValue, CodingSchemeDesignator, CodeMeaning },
]

/** Returns a content item (PS3.3 section C.17.3) under a relationship to the one that it is in. */
export const item = (RelationshipType: string, ValueType: string, name: Code, rest: Item): Item => ({
  RelationshipType,
  ValueType,
  ConceptNameCodeSequence: coded(name),
  ...rest,
})

/** Returns a content item that holds others. */
export const container = (relationship: string, name: Code, ContentSequence: readonly Item[]) =>
  item(relationship, 'CONTAINER', name, { ContinuityOfContent: 'SEPARATE', ContentSequence })

/** Returns the language of the content. `tag`: of RFC 5646. */
export const language = (tag: string, meaning: string) =>
  item('HAS CONCEPT MOD', 'CODE', ['121049', 'DCM', 'Language of Content Item and Descendants'], {
    ConceptCodeSequence: coded([tag, 'RFC5646', meaning]),
  })

/** Returns the person who says what the content says. */
export const personObserver = (name: string): Item[] => [
  item('HAS OBS CONTEXT', 'CODE', ['121005', 'DCM', 'Observer Type'], {
    ConceptCodeSequence: coded(['121006', 'DCM', 'Person']),
  }),
  item('HAS OBS CONTEXT', 'PNAME', ['121008', 'DCM', 'Person Observer Name'], { PersonName: name }),
]
