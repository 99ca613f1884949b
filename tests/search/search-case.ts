/**
 * A query and a condition for the experts that it must find. The condition is independent of single demo people.
 *
 * The measure is recall at 3: the wanted experts among the first three results, divided by min(3, number of wanted
 * experts). So a query with one wanted expert scores 1 if that expert is anywhere in the first three.
 */
export type SearchCase = {
  query: string
  /** The experts who fit. Each given property must match. */
  wanted: {
    /** The expert has at least one of these key subjects or subcategories, spelled as in catalogue and profiles. */
    subjects?: readonly string[]
    language?: string
    category?: string
    /** The full name. */
    name?: string
  }
}
