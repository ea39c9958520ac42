/// <reference types="astro/client" />

declare namespace App {
  type PageLocals = import('../api/contract/pages.js').PageLocals;

  /** What publishing tells each page. */
  interface Locals extends PageLocals {}
}
