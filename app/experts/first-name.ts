const titles = /^(dr|prof|mr|mrs|ms|shri|smt|ca|adv)\.?$/i

/** What one calls somebody: 'Kavita' of 'Dr. Kavita Rao'. A name that is nothing but a title stays whole. */
export function firstName(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words.find((word) => !titles.test(word)) ?? name
}
