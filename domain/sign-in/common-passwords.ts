import { dictionary } from '@zxcvbn-ts/language-common'

/** Leaked passwords in lower case. */
const leaked = new Set<string>(dictionary['passwords-common'])

/** Words of this product and market, and the most common passwords. Many longer passwords consist of them. */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 111111 222222 333333 444444 555555 666666 777777 888888
  999999 000000 00000000 11111111 112233 121212 123123 123321 1234qwer 123abc 123qwe 12qwaszx 131313 159753 1q2w3e 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx 654321 666999 696969 7777777 789456 a12345 a123456 a1b2c3 aa123456 abc123 abcd1234 abcdef abcdefg
  access account admin123 admin@123 administrator alexander amanda andrea andrew angel1 anthony apple123 asdasd asdf1234 asdfgh
  asdfghjkl asdfjkl ashley asshole austin azerty babygirl bailey baseball basketball batman benjamin bharat bharat123 bollywood
  buster butterfly charlie cheese chelsea chocolate computer cookie cricket cricket123 daniel default delhi123 diamond
  dragon dubsmash eminem family flower football freedom friends fuckyou ganesh ganesha george ginger google hannah hariom hello123
  hello1 hockey hunter hunter2 iloveu iloveyou india123 india@123 indian internet jaimatadi jasmine jennifer jessica jesus1 jordan
  jordan23 joshua justin killer krishna krishna123 letmein liverpool london loveme lovely loveyou maggie mahadev manchester master
  matthew michael michelle monkey mumbai mustang mypassword naruto nicole ninja nothing omsairam pakistan passw0rd password
  password1 password12 password123 password@123 pass@123 pass1234 patrick pepper pokemon prince princess purple qazwsx qazxsw
  qwe123 qweasd qweasdzxc qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwertyui qwertyuiop rahul123 ranger robert sachin sairam samjhao
  samjhao1 samjhao123 samsung secret secret123 shadow shiva123 silver snoopy soccer student student123 summer sunshine superman
  sweety teacher tested test123 test1234 thomas tigger trustno1 tutor123 unknown welcome welcome1 welcome123 whatever william winner
  xxxxxx yankees yellow zaq12wsx zaq1zaq1 zxcvbn zxcvbnm`
    .trim()
    .split(/\s+/),
)

export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  return common.has(text) || leaked.has(text) || /^(.)\1+$/.test(password)
}

export function countCommonPasswords(minLength: number): number {
  return [...new Set([...leaked, ...common])].filter((text) => text.length >= minLength).length
}

/** Short words that many long passwords consist of. */
const shortWords = 'abc admin asdf delhi guest hello india login love pass qwe root super team test user you'.split(' ')
const words = new Set([...common, ...shortWords].filter((word) => /^[a-z]+$/.test(word)))
const runs = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm']
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
const distinctCharactersMin = 5

/**
 * Whether a long password is a common one with digits or symbols added, several common words in a row, or a run of
 * keys. Password guessing programs try these next.
 */
export function isEasyVariation(password: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size < distinctCharactersMin || !/[^\d\s.+/-]/.test(text)) return true
  if (runs.some((run) => run.includes(text) || [...run].toReversed().join('').includes(text))) return true
  const asLetters = [...text].map((character) => lookalikes[character] ?? character).join('')
  const withoutEnds = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const spellings = [
    text,
    withoutEnds,
    asLetters,
    [...withoutEnds].map((character) => lookalikes[character] ?? character).join(''),
  ]
  return spellings.some((spelling) => isMadeOfWords(spelling, words))
}

const nameWordMinLength = 3

/** Whether all letters of the password come from its owner's name and email address, as in 'asha2008'. */
export function isOwnName(password: string, { fullName, email }: { fullName: string; email: string }): boolean {
  const mailbox = email.split('@')[0] ?? ''
  const names = `${fullName} ${mailbox}`.toLowerCase().split(/[^\p{L}]+/u)
  const ownWords = [...names, mailbox.replace(/[^\p{L}]/gu, '')].filter(({ length }) => length >= nameWordMinLength)
  return isMadeOfWords(password.toLowerCase(), new Set(ownWords))
}

/** Whether the letters of the text form a sequence of these words. */
function isMadeOfWords(text: string, words: ReadonlySet<string>): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '')
  const ends = new Set([0])
  for (let start = 0; start < letters.length; start += 1) {
    if (!ends.has(start)) continue
    for (const word of words) if (letters.startsWith(word, start)) ends.add(start + word.length)
  }
  return letters !== '' && ends.has(letters.length)
}
