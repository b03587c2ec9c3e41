import type pg from 'pg'
export declare const GROUPS = 10000
export declare const EVENTS = 10000
export declare function fillLists(pool: pg.Pool): Promise<void>
