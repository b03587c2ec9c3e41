import type { Plugin } from 'vite';
/** Returns the style sheet that is inlined into the start page. The content security policy contains its hash. */
export declare const readInlinedStyle: () => string;
/** Returns the script that is inlined into the start page. The content security policy contains its hash. */
export declare const readInlinedScript: () => string;
/**
 * Inlines what the first paint needs into the start page, lists the files of each page in it, and loads the style sheets
 * after the outline, so that they do not delay its paint.
 */
export declare const firstPaint: () => Plugin;
