/** What a method sends by itself, in place of returning it: its route is described from `T`. */
export type SentDirectly<T> = T extends unknown ? void : never;
