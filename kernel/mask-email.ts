/** 'asha@samjhao.example' as 'a•••@samjhao.example': enough to recognize the address, too little to send a mail. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...address][0]}•••${address.slice(at)}`
}
