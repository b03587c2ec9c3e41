import styles from './art.module.css'

const STARS =
  'M62 4h.01M78 5h.01M92 39h.01M248 9h.01M40 48h.01M62 79h.01M184 51h.01M28 124h.01M134 154h.01M184 146h.01M220 161h.01M174 179h.01M46 156h.01M262 96h.01'
const GLITTER = 'M48 396h28M38 402h44M36 408h50M38 420h42M2 434h112M4 447h84M16 472h94M12 494h94M4 520h126'

/** Draws the evening over a lake, as on the login page, in the shape of the side of the dialog. */
export const WelcomeArt = () => (
  <svg className={styles.welcome} viewBox="0 0 288 704" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <linearGradient id="welcome-sky" x2="0" y2="1">
      <stop offset="0" stopColor="#342049" />
      <stop offset="0.24" stopColor="#65335b" />
      <stop offset="0.48" stopColor="#a75d68" />
      <stop offset="0.68" stopColor="#de8468" />
      <stop offset="0.86" stopColor="#f0b684" />
      <stop offset="1" stopColor="#f6cb92" />
    </linearGradient>
    <linearGradient id="welcome-sea" x2="0" y2="1">
      <stop offset="0" stopColor="#8b4b63" />
      <stop offset="0.24" stopColor="#643255" />
      <stop offset="0.56" stopColor="#321b38" />
      <stop offset="1" stopColor="#1f1228" />
    </linearGradient>
    <radialGradient id="welcome-glow" gradientUnits="userSpaceOnUse" cx="60" cy="344" r="220">
      <stop offset="0" stopColor="#ffe2b0" stopOpacity="0.6" />
      <stop offset="1" stopColor="#ffd9a0" stopOpacity="0" />
    </radialGradient>
    <path d="M0 0h288v387H0z" fill="url(#welcome-sky)" />
    <path d={STARS} stroke="#ffe9d6" strokeWidth="2" strokeLinecap="round" opacity="0.8" />
    <path d="M0 0h288v387H0z" fill="url(#welcome-glow)" />
    <circle cx="60" cy="344" r="53" fill="#ffe2b0" />
    <path d="M120 387q44-20 92 0z" fill="#8d5566" />
    <path d="M0 387h288v317H0z" fill="url(#welcome-sea)" />
    <path d={GLITTER} stroke="#ffd6a0" strokeWidth="2" strokeLinecap="round" opacity="0.5" />
    <path d="M158 419 C178 408 206 402 226 380 C238 370 262 368 288 372 V432 Z" fill="#2a1230" />
    <path
      d="M245 302l16 24h-6l13 20h-7l17 26h-66l17-26h-7l13-20h-6zm-9 68h18v14h-18zM217 327l12 18h-5l10 15h-5l13 20h-50l13-20h-5l10-15h-5z"
      fill="#2a1230"
    />
  </svg>
)

/** Draws a vase with twigs in front of the sun: an example of an object that says something about its owner. */
export const VaseArt = () => (
  <svg className={styles.example} viewBox="0 0 174 76" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <linearGradient id="welcome-rose" x2="0" y2="1">
      <stop offset="0" stopColor="#e6b3b3" />
      <stop offset="1" stopColor="#a35a87" />
    </linearGradient>
    <path d="M0 0h174v76H0z" fill="url(#welcome-rose)" />
    <circle cx="126" cy="9" r="35" fill="#fadbc9" />
    <path
      d="M76 47 Q70 26 58 8 M76 47 Q78 24 72 2 M76 47 Q84 24 104 6 M76 47 Q90 34 112 27"
      stroke="#5b2449"
      strokeWidth="1.2"
      fill="none"
    />
    <path
      d="M62 14l-7-2M66 24l-7 1M68 19l6-4M73 12l-6-4M75 22l5-5M84 29l-5-5M90 20l6 1M96 14l-1-7M98 32l5 5M105 29l3-6"
      stroke="#7a3763"
      strokeWidth="3.2"
      strokeLinecap="round"
    />
    <path d="M68 46h16v7c10 4 14 10 14 15q0 6-6 8H60q-6-2-6-8c0-5 4-11 14-15z" fill="#331427" />
    <path d="M111 72h24v4h-24z" fill="#8d4776" />
  </svg>
)

/** Draws somebody on a distant jetty. */
export const DistanceArt = () => (
  <svg className={styles.example} viewBox="0 0 174 76" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <linearGradient id="welcome-dawn" x2="0" y2="1">
      <stop offset="0" stopColor="#d9dfd4" />
      <stop offset="1" stopColor="#f8d9b4" />
    </linearGradient>
    <linearGradient id="welcome-water" x2="0" y2="1">
      <stop offset="0" stopColor="#86acb0" />
      <stop offset="1" stopColor="#557e88" />
    </linearGradient>
    <path d="M0 0h174v48H0z" fill="url(#welcome-dawn)" />
    <circle cx="112" cy="31" r="15" fill="#fdeccb" />
    <path d="M0 42q16-10 32-3t32 9H0zM122 48q18-12 52-8v8z" fill="#6c949a" />
    <path d="M0 48h174v28H0z" fill="url(#welcome-water)" />
    <path d="M96 52h32M100 56h22M104 61h28M98 66h20M94 71h34" stroke="#fdeccb" strokeWidth="1.2" opacity="0.75" />
    <path d="M66 76l5-5h18l5 5z" fill="#24414f" />
    <circle cx="80" cy="15" r="6" fill="#1f3b4a" />
    <path d="M75 23h10q6 0 6 7l-1 16h-3v28h-6V52h-2v22h-6V46h-3l-1-16q0-7 6-7z" fill="#1f3b4a" />
  </svg>
)

/** Draws head and shoulders against the evening light. */
export const BacklightArt = () => (
  <svg className={styles.example} viewBox="0 0 174 76" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <linearGradient id="welcome-dusk" x2="0" y2="1">
      <stop offset="0" stopColor="#5b2b56" />
      <stop offset="0.6" stopColor="#b5605f" />
      <stop offset="1" stopColor="#d98a66" />
    </linearGradient>
    <radialGradient id="welcome-halo" gradientUnits="userSpaceOnUse" cx="106" cy="34" r="76">
      <stop offset="0" stopColor="#ffdfae" stopOpacity="0.85" />
      <stop offset="1" stopColor="#ffdfae" stopOpacity="0" />
    </radialGradient>
    <path d="M0 0h174v76H0z" fill="url(#welcome-dusk)" />
    <path d="M0 0h174v76H0z" fill="url(#welcome-halo)" />
    <path d="M0 66q36-8 70-2t104-2v14H0z" fill="#a5525d" />
    <path
      d="M97 0c14 0 24 10 24 24 0 12-6 21-13 26v8c16 3 28 10 34 18H50c6-8 18-15 34-18v-8c-7-5-12-14-12-26C72 10 83 0 97 0z"
      fill="#25101f"
    />
  </svg>
)
