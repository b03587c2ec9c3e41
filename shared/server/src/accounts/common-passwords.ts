import { dictionary } from '@zxcvbn-ts/language-common'

/** Common passwords of Swedish members, which the international list lacks, and sequences of Swedish keyboards. */
const WORDS = `
12345678 123456789 1234567890 12345678910 0123456789 123123123 11111111 111111111 00000000 000000000 22222222 55555555
66666666 77777777 88888888 99999999 87654321 987654321 9876543210 11223344 12341234 12344321 123454321 13131313 12121212
123321123 147258369 123654789 789456123 159357159 741852963 112233445566 31415926 20202020 19841984 1q2w3e4r 1q2w3e4r5t
1qaz2wsx 1qazxsw2 qazwsxedc zaq12wsx zaq1zaq1 q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
qwerty12345 qwertyuiopå qwertyqwerty asdfasdf asdfghjk asdfghjkl asdfghjklö asdfqwer zxcvbnm1 zxcvbnm123 zxcvbnmm
abcd1234 abc12345 abcdefgh abcdefg1 abcabcabc a1b2c3d4 aa123456 a1234567 a12345678 aaaaaaaa 1234abcd 1234qwer 123qweasd
123456aa 123456ab 12345qwert 1234567a 12345678a 123456789a 123abc123 password passw0rd p@ssw0rd p@ssword password1
password2 password12 password123 password1234 password! passwort pass1234 pass12345 password01 mypassword thepassword
letmein1 letmein123 welcome1 welcome123 iloveyou iloveyou1 iloveyou2 iloveyou! loveyou1 sunshine sunshine1 princess
princess1 football football1 baseball baseball1 basketball superman superman1 batman123 starwars starwars1 pokemon1
spiderman trustno1 whatever michelle michael1 jennifer jessica1 charlie1 jordan23 liverpool liverpool1 chelsea1
arsenal1 manchester mercedes corvette computer internet internet1 samsung1 microsoft minecraft fortnite nintendo
changeme changeme1 default1 admin123 admin1234 administrator root1234 test1234 testtest test12345 secret123 master123
monkey123 dragon123 shadow123 butterfly chocolate cheese123 flower123 summer123 winter123 sommar2023 sommar2024
sommar2025 vinter2024 vinter2025 summer2024 summer2025 lösenord lösenord1 lösenord12 lösenord123 losenord losenord1
losenord123 hemligt1 hemligt123 hemlighet hejhejhej hejhej123 hejsan123 hejsanhejsan hej12345 hejhejhe älskling
älskling1 alskling alskling1 jagälskardig jagalskardig kärlek123 karlek123 sommar123 sommaren sverige1 sverige123
stockholm stockholm1 stockholm123 goteborg göteborg göteborg1 goteborg1 djurgarden djurgården djurgården1 djurgarden1
hammarby hammarby1 hammarbyif aikaikaik aik12345 malmoff1 malmöff1 ifkgöteborg ifkgoteborg frölunda frolunda blåvitt1
blavitt1 fotboll1 fotboll123 ishockey ishockey1 hockey123 bajsbajs bajskorv bajskorv1 kissekatt kattunge hundvalp
sötnosen sotnosen smulan123 mamma123 mammapappa pappa123 prinsessa prinsessan prinsessa1 blomman1 blomman123 fjäril123
choklad1 choklad123 godis123 snöflinga midsommar midsommar1 jultomten julafton pannkaka pannkakor köttbullar kottbullar
volvo123 volvo740 saab9000 volvov70 ikea1234 sverige2024 welkom01 lösenordet användare valkommen välkommen välkommen1
`

// biome-ignore format: one character per line would be long and no clearer
const LOOK_ALIKES: Record<string, string> = {
  0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i', '|': 'i',
}

/**
 * Returns a form that the usual variants of a password share: without case, accents, spaces and punctuation, with
 * digits replaced by the letters that they resemble. Punctuation at the end is removed first, since `!` resembles a
 * letter.
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
