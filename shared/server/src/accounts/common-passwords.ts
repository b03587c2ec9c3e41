import { dictionary } from '@zxcvbn-ts/language-common'

/** Common passwords that the international list lacks, mostly Swedish ones. */
const WORDS = `
0123456789 123123123 111111111 00000000 000000000 22222222 55555555 66666666 77777777 88888888 99999999 87654321
987654321 9876543210 12341234 13131313 12121212 159357159 20202020 19841984 zaq1zaq1 qwertyuiopå qwertyqwerty
asdfghjklö abcdefgh abcabcabc aaaaaaaa pass12345 thepassword fortnite admin1234 root1234 test12345 cheese123 flower123
summer123 winter123 sommar2023 sommar2024 sommar2025 vinter2024 vinter2025 summer2024 summer2025 lösenord1 lösenord12
lösenord123 hemligt1 hemligt123 hemlighet hejhejhej hejhej123 hejsanhejsan hej12345 hejhejhe älskling älskling1
jagälskardig kärlek123 sommar123 sommaren sverige1 sverige123 stockholm1 stockholm123 göteborg göteborg1 djurgården
djurgården1 hammarby1 hammarbyif aikaikaik aik12345 malmöff1 ifkgöteborg frölunda blåvitt1 fotboll1 fotboll123
ishockey ishockey1 bajsbajs bajskorv1 kissekatt kattunge hundvalp sötnosen smulan123 mammapappa pappa123 prinsessa
prinsessan prinsessa1 blomman1 blomman123 fjäril123 choklad1 choklad123 godis123 snöflinga midsommar midsommar1
jultomten julafton pannkaka pannkakor köttbullar volvo123 volvo740 ikea1234 sverige2024 lösenordet användare välkommen
välkommen1
`

// biome-ignore format: one character per line would be long and no clearer
const LOOK_ALIKES: Record<string, string> = {
  0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i', '|': 'i',
}

/**
 * Returns a form that the usual variants of a password share: without case, accents, spaces and punctuation, with
 * digits and signs replaced by the letters that they resemble. Punctuation at the end is removed first, since `!`
 * resembles a letter.
 */
const simplify = (password: string): string =>
  password
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]{1,128}$/u, '')
    .replace(/[013457@$!|]/g, (character) => LOOK_ALIKES[character] ?? character)
    .replace(/[^\p{L}\p{N}]/gu, '')

const commonPasswords = new Set([...dictionary['passwords-common'], ...WORDS.trim().split(/\s+/)].map(simplify))
commonPasswords.delete('')

/** Returns whether a password is a common one or a variant of it. */
export const isCommonPassword = (password: string): boolean => commonPasswords.has(simplify(password))
