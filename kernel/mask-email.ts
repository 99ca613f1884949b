/** 'asha@samjhao.example' as 'a•••@samjhao.example': enough to recognize it on the phone, too little to write to it. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...address][0]}•••${address.slice(at)}`
}
