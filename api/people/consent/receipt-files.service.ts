import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { AppError } from '../../platform/http/app-error.js';
import { privacyFactsOf } from './privacy-facts.js';
import { type ReceiptDocument, receiptDocument } from './receipt-document.js';
import { ReceiptsService } from './receipts.service.js';

/** Receipts as files that people keep. */
@Injectable()
export class ReceiptFiles {
  constructor(
    private readonly config: AppConfig,
    private readonly receipts: ReceiptsService,
  ) {}

  /** @throws AppError 404 `receipt_not_found`, also for one of somebody else */
  async find(participantId: string, id: string): Promise<ReceiptDocument> {
    const receipt = (await this.receipts.listOf(participantId)).find((own) => own.id === id);
    if (!receipt) throw new AppError(404, 'receipt_not_found', 'There is no such receipt.');
    return receiptDocument(receipt, privacyFactsOf(this.config), this.config.publicUrl);
  }
}
