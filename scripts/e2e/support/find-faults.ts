// What runs in the page has nothing there but itself.
// oxlint-disable unicorn/consistent-function-scoping

/** What {@link findFaults} looks for at the size that the page has. */
export interface Asked {
  /** The controls are gone through from the last to the first; with wide letters the other way round. */
  isBackwards: boolean;
  /** What is in view before anything is scrolled, always, and where no reader has set wide letters. */
  alwaysInView: string[];
  inView: string[];
  whole: string[];
  /** Where everything stood when it was measured at this size. What stands there still is not measured again. */
  measured: Places;
  /** Each control is given the focus in both themes, to see that it shows it. */
  looksAtFocus: boolean;
}

/** Where everything stands on a page, with the letters that it has and with wide ones, as a number. */
export type Places = Partial<Record<'plain' | 'text spacing', number>>;

export interface Found {
  faults: { needs: string; fault: string }[];
  places: Places;
}

/**
 * Measures the page at the size that it has, with wide letters and without, in both themes. Returns what
 * is wrong, in words: too wide for the screen; a control that cannot be brought into view whole, is covered there, is
 * too small for a finger, or does not show that it has the focus, whole, or is pressed; words that their box cuts off.
 */
export async function findFaults(asked: Asked): Promise<Found> {
  const TARGET = 44;
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, video[controls], [tabindex="0"]:not([role=tablist], [role=radiogroup])';
  /** So many of a kind stand for all: the rows of a table are alike. */
  const OF_A_KIND = 4;
  const THEMES = ['dark', 'light'] as const;
  let faults = new Set<string>();
  const root = document.documentElement;
  /** One more picture is drawn: a page with a clock of its own tells that only so. */
  const draw = () =>
    new Promise<void>((resolve) => {
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(root);
    });
  /** What follows the size of the page by script does so with the next pictures. */
  const settle = async () => {
    const pictures = document.querySelector('[data-dock], main table, h3 + dl') ? 3 : 0;
    for (let drawn = 0; drawn < pictures; drawn++) await draw();
  };

  const name = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent;
    const said = (words || element.getAttribute('name') || element.id || '')
      .trim()
      .replaceAll(/\s+/g, ' ')
      .slice(0, 40);
    return `${element.tagName.toLowerCase()} "${said}"`;
  };

  const wideLetters = new CSSStyleSheet();
  wideLetters.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  );

  const isThere = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true], [data-radix-focus-guard]')
    );
  };

  /** The part of a box that what scrolls or cuts around it leaves to be seen. */
  const seen = (element: Element, box: DOMRect) => {
    let { left, top, right, bottom } = box;
    const cut = (by: { left: number; top: number; right: number; bottom: number }) => {
      left = Math.max(left, by.left);
      top = Math.max(top, by.top);
      right = Math.min(right, by.right);
      bottom = Math.min(bottom, by.bottom);
    };
    cut({ left: 0, top: 0, right: root.clientWidth, bottom: innerHeight });
    let isFixed = getComputedStyle(element).position === 'fixed';
    for (let outer = element.parentElement; outer && outer !== document.body && !isFixed; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (`${style.overflowX}${style.overflowY}`.replaceAll('visible', '') !== '') cut(outer.getBoundingClientRect());
      isFixed = style.position === 'fixed';
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };

  /** What of a control can be pressed: its label with it, or the card over which its link is drawn. */
  const target = (control: HTMLElement): DOMRect => {
    const drawn = ['::after', '::before'].some((part) => {
      const { position, content } = getComputedStyle(control, part);
      return position === 'absolute' && content !== 'none';
    });
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
    const isMark = control instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(control.type);
    const over = drawn && getComputedStyle(control).position === 'static' ? control.offsetParent : null;
    const box = control.getBoundingClientRect();
    if (over) return over.getBoundingClientRect();
    if (!isMark || !label) return box;
    const around = label.getBoundingClientRect();
    const [left, top] = [Math.min(box.left, around.left), Math.min(box.top, around.top)];
    return new DOMRect(left, top, Math.max(box.right, around.right) - left, Math.max(box.bottom, around.bottom) - top);
  };

  /** A link within a sentence is as high as its line. */
  const isInSentence = (control: Element) => {
    const sentence = control.parentElement?.closest('p, li, dd, td, small, blockquote, label');
    const rest = (sentence?.textContent ?? '').replace(control.textContent, '');
    return getComputedStyle(control).display === 'inline' && /\p{L}{2}/u.test(rest);
  };

  const outlineOf = (element: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };

  const showsFocus = (control: HTMLElement) =>
    outlineOf(control) ||
    outlineOf(control, '::after') ||
    [control.closest('label'), control.parentElement].some((around) => around && outlineOf(around));

  /** How far the ring around what is whole on the screen goes beyond its sides. */
  const ringBeyond = (control: HTMLElement) => {
    const { left, right } = control.getBoundingClientRect();
    if (!outlineOf(control) || left < 0 || right > root.clientWidth) return 0;
    const { outlineWidth, outlineOffset } = getComputedStyle(control);
    const around = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    return Math.round(Math.max(around - left, right + around - root.clientWidth, 0));
  };

  const isCovered = (control: HTMLElement, box: DOMRect) => {
    const inset = Math.min(6, box.width / 3, box.height / 3);
    const points = [
      [box.left + box.width / 2, box.top + box.height / 2],
      [box.left + inset, box.top + box.height / 2],
      [box.right - inset, box.top + box.height / 2],
      [box.left + box.width / 2, box.top + inset],
      [box.left + box.width / 2, box.bottom - inset],
    ] as const;
    return points
      .map(([x, y]) => document.elementFromPoint(x, y))
      .find((top) => {
        // A tooltip speaks of what has the focus, and goes with Escape.
        if (!top || top.contains(control) || control.contains(top) || top.closest('.tooltip')) return false;
        if (top.closest('label')?.contains(control) || top.closest('label')?.htmlFor === control.id) return false;
        // Its own Play, and what says why there is nothing to see.
        return !(control instanceof HTMLVideoElement && control.parentElement?.contains(top));
      });
  };

  const measure = (control: HTMLElement) => {
    const said = name(control);
    const isDisabled = control.matches(':disabled');
    const isReachedByArrows = control.matches('[role=tab][tabindex="-1"]');
    const comesIntoView = !isDisabled && !isReachedByArrows && document.activeElement !== control;
    if (comesIntoView) control.focus();
    // What has the focus already is not scrolled to by getting it, and of a text area its caret is enough for a browser.
    if (!comesIntoView || control.matches('textarea')) {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    }
    const hasFocus = document.activeElement === control;
    // What hands its focus on is nothing to press.
    if (!hasFocus && !isDisabled && !isReachedByArrows) return;
    const toPress = target(control);
    const own = control.getBoundingClientRect();
    const box = own.width < 12 || own.height < 12 ? toPress : own;
    const part = seen(control, box);
    const isLarger = box.height > innerHeight * 0.75 || box.width > root.clientWidth;
    const isWhole = part.width > box.width - 1.5 && part.height > box.height - 1.5;
    if (!isWhole && !isLarger) {
      faults.add(
        `${said}: ${Math.round(box.height - part.height)} px of its height are out of view`.replace(
          '0 px of its height',
          `${Math.round(box.width - part.width)} px of its width`,
        ),
      );
    }
    if (part.height < 1 || part.width < 1) faults.add(`${said}: cannot be seen`);
    const cover = isWhole && isCovered(control, part);
    if (cover) faults.add(`${said}: covered by ${name(cover)}`);
    if (hasFocus && control.tabIndex >= 0 && !showsFocus(control)) faults.add(`${said}: does not show its focus`);
    if (!isInSentence(control) && Math.min(toPress.width, toPress.height) < TARGET - 0.5) {
      faults.add(`${said}: ${Math.round(toPress.width)} × ${Math.round(toPress.height)} px`);
    }
    const isText = control.matches('a, button, summary') && !control.matches('.sr-only, .poster');
    if (isText && !isInSentence(control) && control.scrollWidth > control.clientWidth + 1 && control.clientWidth > 0) {
      faults.add(`${said}: wider than its box`);
    }
  };

  const sample = (controls: HTMLElement[]) => {
    const kinds = Map.groupBy(controls, (control) => `${control.tagName} ${control.className} ${control.ariaPressed}`);
    const kept = new Set<HTMLElement>();
    for (const kind of kinds.values()) {
      for (const control of [...kind.slice(0, OF_A_KIND / 2), ...kind.slice(-OF_A_KIND / 2)]) kept.add(control);
    }
    return controls.filter((control) => kept.has(control));
  };

  const within = () =>
    Array.from(document.querySelectorAll<HTMLElement>('[data-modal], dialog:modal, [role=menu]')).findLast(isThere) ??
    document.body;

  const controlsThere = (isBackwards: boolean) => {
    const isControlThere = (control: HTMLElement) =>
      isThere(control) || (control instanceof HTMLInputElement && Array.from(control.labels ?? []).some(isThere));
    const controls = sample(Array.from(within().querySelectorAll<HTMLElement>(CONTROLS)).filter(isControlThere));
    return isBackwards ? controls.toReversed() : controls;
  };

  const measureWidth = () => {
    if (root.scrollWidth <= root.clientWidth) return;
    const widest = Array.from(document.body.querySelectorAll('*')).filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    faults.add(`wider than the screen: ${widest.slice(0, 2).map(name).join(', ')}`);
  };

  const measureInView = (selectors: string[]) => {
    for (const selector of selectors) {
      const found = Array.from(document.querySelectorAll(selector)).find(isThere);
      if (!found) {
        faults.add(`${selector}: not there`);
        continue;
      }
      const box = found.getBoundingClientRect();
      const part = seen(found, box);
      if (part.height < box.height - 1.5 || part.width < box.width - 1.5) {
        faults.add(`${selector}: not in view at first`);
      }
    }
  };

  const measureBoxes = () => {
    for (const box of within().querySelectorAll<HTMLElement>('*')) {
      if (box.clientHeight <= 1) continue;
      if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) continue;
      const { overflowY, overflowX, webkitLineClamp } = getComputedStyle(box);
      if (!['hidden', 'clip'].includes(overflowY) || webkitLineClamp !== 'none') continue;
      if (!isThere(box) || !/\p{L}/u.test(box.innerText)) continue;
      if (box.scrollHeight > box.clientHeight + 1 || (overflowX !== 'auto' && box.scrollWidth > box.clientWidth + 1)) {
        faults.add(`${name(box)}: is cut off by its box`);
      }
    }
  };

  const measureWhole = () => {
    if (asked.whole.length > 0 && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    for (const selector of asked.whole) {
      const found = Array.from(document.querySelectorAll<HTMLElement>(selector)).find(isThere);
      if (!found) {
        faults.add(`${selector}: not there`);
        continue;
      }
      found.scrollIntoView({ block: 'center', behavior: 'instant' });
      const box = found.getBoundingClientRect();
      const part = seen(found, box);
      const cover = isCovered(found, box);
      if (part.height < box.height - 1.5 || part.width < box.width - 1.5)
        faults.add(`${selector}: never whole in view`);
      if (cover) faults.add(`${selector}: partly under ${name(cover)}`);
    }
  };

  /** A control that is pressed, chosen or on looks other than it would without. */
  const lookAtStates = () => {
    const faceOf = (control: Element) =>
      [control, ...control.children]
        .map((part) => {
          const face = getComputedStyle(part);
          const edges = [face.borderTopWidth, face.borderTopStyle, face.borderTopColor, face.borderBottomColor];
          return [
            ...edges,
            face.backgroundColor,
            face.color,
            face.outlineStyle,
            face.textDecorationLine,
            face.display,
          ].join();
        })
        .join(';');
    for (const attribute of ['aria-pressed', 'aria-selected', 'aria-checked']) {
      for (const control of within().querySelectorAll(`:not(input)[${attribute}=true]`)) {
        if (!isThere(control)) continue;
        const states = ['on', 'checked', 'active'];
        const { state } = (control as HTMLElement).dataset;
        const face = faceOf(control);
        control.setAttribute(attribute, 'false');
        if (state && states.includes(state)) (control as HTMLElement).dataset.state = 'off';
        const other = faceOf(control);
        control.setAttribute(attribute, 'true');
        if (state) (control as HTMLElement).dataset.state = state;
        if (face === other) faults.add(`${name(control)}: looks the same without ${attribute}`);
      }
    }
  };

  const lookAtEdges = () => {
    if (!matchMedia('(forced-colors: active)').matches) return;
    for (const panel of within().querySelectorAll('progress, meter')) {
      if (isThere(panel) && getComputedStyle(panel).borderTopStyle === 'none') {
        faults.add(`${name(panel)}: has no edge`);
      }
    }
    const panel = within();
    const { borderTopStyle, outlineStyle } = getComputedStyle(panel);
    if (panel !== document.body && borderTopStyle === 'none' && outlineStyle === 'none') {
      faults.add(`${name(panel)}: has no edge`);
    }
  };

  const lookAtFocus = () => {
    for (const control of controlsThere(false)) {
      control.focus({ preventScroll: true });
      const hasFocus = document.activeElement === control;
      if (!hasFocus || control.tabIndex < 0) continue;
      if (!showsFocus(control)) faults.add(`${name(control)}: does not show its focus`);
      const beyond = ringBeyond(control);
      if (beyond > 0) faults.add(`${name(control)}: its focus goes ${beyond} px beyond the screen`);
    }
  };

  /** Everything is at its beginning. */
  const toTop = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo({ top: 0, behavior: 'instant' });
    for (const box of document.body.querySelectorAll('*')) {
      if (box.scrollTop !== 0) box.scrollTop = 0;
      if (box.scrollLeft !== 0) box.scrollLeft = 0;
    }
  };

  const readPlaces = () => {
    let places = 0;
    for (const element of document.body.querySelectorAll('*')) {
      const { left, top, width, height } = element.getBoundingClientRect();
      for (const side of [left, top, width, height]) places = (Math.imul(places, 31) + Math.round(side * 4)) | 0;
    }
    return places;
  };

  const places: Places = { ...asked.measured };
  const told: Found['faults'] = [];
  const theme = root.dataset.theme;
  for (const letters of ['plain', 'text spacing'] as const) {
    document.adoptedStyleSheets = letters === 'plain' ? [] : [wideLetters];
    toTop();
    await settle();
    for (const [index, look] of THEMES.entries()) {
      root.dataset.theme = look;
      faults = new Set();
      if (index > 0) toTop();
      const now = readPlaces();
      if (places[letters] !== now) {
        places[letters] = now;
        measureWidth();
        measureInView(letters === 'plain' ? [...asked.alwaysInView, ...asked.inView] : asked.alwaysInView);
        measureBoxes();
        for (const control of controlsThere(asked.isBackwards !== (letters === 'text spacing'))) measure(control);
        measureWhole();
      } else if (asked.looksAtFocus && letters === 'plain') lookAtFocus();
      lookAtStates();
      lookAtEdges();
      for (const fault of faults) told.push({ needs: [letters, look].join(', '), fault });
    }
  }
  document.adoptedStyleSheets = [];
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  return { faults: told, places };
}
