const titles = /^(dr|prof|mr|mrs|ms|shri|smt|ca|adv)\.?$/i

/** Returns 'Kavita' for 'Dr. Kavita Rao'. A name that is only a title is returned unchanged. */
export function firstName(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words.find((word) => !titles.test(word)) ?? name
}
