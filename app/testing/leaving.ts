import { act } from '@testing-library/react';

/** Whether the browser would ask before this page is left. */
export const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** The browser, which has kept the page for its Back button, shows it again as it was left. */
export const comeBack = () => act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
